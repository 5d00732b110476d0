import { describe, expect, it } from '@jest/globals';
import { elementsPutIntoMaps } from '@vigia/testing';
import type { ListedEntity } from '../../src/datasets/listed-entity.js';
import { openSanctions } from '../../src/datasets/opensanctions/layout.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

describe('the lists of OpenSanctions', () => {
  it('give their targets with the sanction programmes that precede them in the file', async () => {
    const { rows, rejects } = await readFiles(openSanctions.layout, fixtureOf(openSanctions));
    expect((rows as ListedEntity[]).map(({ id, kind, programmes }) => [id, kind, programmes])).toEqual([
      ['NK-muestra1', 'person', ['role.pep']],
      ['NK-muestra2', 'company', ['MUESTRA', 'sanction']],
      ['NK-muestra3', 'vessel', []],
    ]);
    expect(rows[0]).toMatchObject({
      documents: [{ type: 'DNI', number: '99990001', country: 'PE' }],
      births: [{ day: '1960-01-02' }, { from: 1961, to: 1961 }, { from: 1962, to: 1962 }],
      remarks: 'Congresista',
    });
    expect(rejects).toEqual([expect.objectContaining({ line: 7, reason: 'form' })]);
  });

  it.each([
    ['Person', '9999001', 'DNI', '09999001'],
    ['LegalEntity', '99990001', 'DNI', '99990001'],
    ['Company', '99990001', 'national id', '99990001'],
    ['Organization', '9999001', 'national id', '9999001'],
    ['PublicBody', '99990001', 'national id', '99990001'],
    ['Vessel', '99990001', 'national id', '99990001'],
    ['Airplane', '99990001', 'national id', '99990001'],
  ])('have for a %s of Peru with the number %s a %s', async (schema, listed, type, number) => {
    const properties = { name: ['Nombre de Muestra'], country: ['pe'], idNumber: [listed], taxNumber: ['20991000012'] };
    const main = fileOf(`${JSON.stringify({ id: 'NK-1', schema, properties, target: true })}\n`);
    const { rows } = await readFiles(openSanctions.layout, { main });
    const documents = (rows as ListedEntity[]).flatMap((entity) => entity.documents);
    expect(new Set(documents)).toEqual(
      new Set([
        { type, number, country: 'PE' },
        { type: 'RUC', number: '20991000012', country: 'PE' },
      ]),
    );
  });

  it('are read by work in proportion to the sanctions of one entity, however many it has', async () => {
    const many = 5_000;
    const sanction = (_: unknown, i: number) =>
      JSON.stringify({ id: `S-${i}`, schema: 'Sanction', properties: { entity: ['NK-1'], program: ['MUESTRA'] } });
    const target = JSON.stringify({ id: 'NK-1', schema: 'Person', properties: { name: ['Nombre de Muestra'] }, target: true });
    const main = fileOf(`${[...Array.from({ length: many }, sanction), target].join('\n')}\n`, 'entities.ftm.json', 1024 * 1024);
    let rows: unknown[] = [];
    expect(await elementsPutIntoMaps(async () => ({ rows } = await readFiles(openSanctions.layout, { main })))).toBeLessThan(2 * many);
    expect(rows).toMatchObject([{ id: 'NK-1', programmes: ['MUESTRA'] }]);
  });

  it('need a licence, and are refused when the last line is cut', async () => {
    expect(openSanctions.needsLicence).toBe(true);
    await expect(readFiles(openSanctions.layout, { main: fileOf('{"id": "NK-1", "sch') })).rejects.toThrow('the last line (1) is cut');
  });
});
