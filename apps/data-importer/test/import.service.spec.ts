import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { latin1, padronHeader, padronLine } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

describe('an import', () => {
  let importer: RunningImporter;

  beforeAll(async () => {
    importer = await startImporter();
  });

  afterAll(() => importer?.stop());

  const current = (ruc: string) =>
    importer.database.query('SELECT ruc, name, status, label, published_on FROM registry.current_taxpayer WHERE ruc = $1', [ruc]);

  it('puts a version in force, and the next one in its place', async () => {
    const first = importer.file('one.txt', latin1(padronHeader, padronLine('20991000012'), padronLine('20991000021', 'ÑANDÚ S.A.C.')));
    const one = await importer.bringIn('padron_reducido', first, { publishedOn: '2026-11-20' });
    expect(one).toMatchObject({
      failure: null,
      state: 'current',
      rows: 2,
      lines: 3,
      rejected: 0,
      added: 2,
      problems: [],
      publishedOn: '2026-11-20',
    });
    expect(await current('20991000021')).toEqual([
      {
        ruc: '20991000021',
        name: 'ÑANDÚ S.A.C.',
        status: 'ACTIVO',
        label: `padron_reducido 2026-11-20 ${one.sha256!.slice(0, 8)}`,
        published_on: '2026-11-20',
      },
    ]);
    const second = importer.file('two.txt', latin1(padronHeader, padronLine('20991000012', 'OTRA S.A.C.'), padronLine('20991000039')));
    const two = await importer.bringIn('padron_reducido', second, { publishedOn: '2026-11-21' });
    expect(two).toMatchObject({ state: 'current', added: 1, removed: 1, changed: 1, previous: one.version });
    expect(await current('20991000021')).toEqual([]);
    expect((await importer.ask('datasets.version', { version: one.version })).version.state).toBe('superseded');
  });
});
