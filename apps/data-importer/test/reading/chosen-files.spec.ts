import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { datasetOf } from '../../src/datasets/datasets.js';
import { chooseFiles, filesAt } from '../../src/reading/chosen-files.js';

describe('a single file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-alone-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const chosen = async (dataset: string, name: string) => {
    const path = join(folder, name);
    writeFileSync(path, 'content');
    const files = await chooseFiles([path], datasetOf(dataset)!.layout);
    files.close();
    return Object.keys(files.byRole);
  };

  it.each([
    ['padron_reducido', 'lunes.txt'],
    ['agentes_retencion', 'agentes.txt'],
    ['consulta_multiple', 'respuesta.txt'],
    ['morosos_judiciales', 'redam.csv'],
  ])('of %s may have the name %s', async (dataset, name) => {
    expect(await chosen(dataset, name)).toEqual(['main']);
  });

  it('is refused when its data set needs another file', async () => {
    await expect(chosen('tipo_cambio', 'tipoCambio.txt')).rejects.toThrow("the central bank's answer (a .json file) is missing");
    await expect(chosen('ofac_sdn', 'alt.csv')).rejects.toThrow('there is no file of the name');
  });
});

it('a path that only the operator can see is reported as a file that the importer does not find', async () => {
  const failure = 'the importer finds no /app/consolidated.xml: the file must be in a folder that the importer can read';
  await expect(filesAt(['/app/consolidated.xml'])).rejects.toThrow(failure);
});
