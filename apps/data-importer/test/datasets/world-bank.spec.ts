import { describe, expect, it } from '@jest/globals';
import type { ListedEntity } from '../../src/datasets/listed-entity.js';
import { worldBank } from '../../src/datasets/world_bank/layout.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

describe('the list of the World Bank', () => {
  it('drops footnote marks, splits off other names, and has no end for a permanent debarment', async () => {
    const { rows, rejects } = await readFiles(worldBank.layout, fixtureOf(worldBank));
    const told = (rows as ListedEntity[]).map(({ kind, names, until }) => [kind, names.map(({ text }) => text), until]);
    expect(told).toEqual([
      ['company', ['CONSTRUCTORA DE MUESTRA S.A.C.', 'MUESTRA CONST.'], '2027-01-14'],
      ['person', ['PERSONA DE MUESTRA'], null],
      ['company', ['MUESTRA (PERU) S.A.', 'EJEMPLO S.A.'], null],
    ]);
    expect((rows as ListedEntity[])[1]).toMatchObject({ programmes: ['Cross debarment'], countries: ['PE'] });
    expect(rejects).toEqual([expect.objectContaining({ line: 4, reason: 'no_name' })]);
  });

  it.each([
    ['ABA CONSTRUCTION SARL', ['ABA CONSTRUCTION SARL']],
    ['SARL ABA CONSTRUCTION*12', ['SARL ABA CONSTRUCTION']],
    ['CONSORCIO D.K.A. INGENIEROS', ['CONSORCIO D.K.A. INGENIEROS']],
    ['S.A.K.A. SRL', ['S.A.K.A. SRL']],
    ['PAUL NKA', ['PAUL NKA']],
    ['AKA ENGINEERING', ['AKA ENGINEERING']],
    ['NBA S.A.C.', ['NBA S.A.C.']],
    ['FBA', ['FBA']],
    ['CIA. AKA MUESTRA', ['CIA.', 'CIA. AKA MUESTRA', 'MUESTRA']],
    ['CIA. (AKA MUESTRA)*3', ['CIA.', 'MUESTRA']],
    ['CIA. [A.K.A MUESTRA', ['CIA.', 'MUESTRA']],
    ['CIA., A/K/A: MUESTRA', ['CIA.', 'MUESTRA']],
    ['CIA. d/b/a Muestra', ['CIA.', 'Muestra']],
    ['CIA. (A.K.A. Uno SA; Dos SA) (F/K/A Tres SA)', ['CIA.', 'Dos SA', 'Tres SA', 'Uno SA']],
    ['RAHMAN & CO. (A.K.A. Rahman and Sons Ltd)', ['RAHMAN & CO.', 'Rahman', 'Rahman and Sons Ltd', 'Sons Ltd']],
    ['CIA. (formerly known as Muestra)', ['CIA.', 'Muestra']],
  ])('reads the names in %j', async (SUPP_NAME, names) => {
    const main = fileOf(JSON.stringify({ response: { ZPROCSUPP: [{ SUPP_ID: '1', SUPP_NAME }] } }));
    const { rows } = await readFiles(worldBank.layout, { main });
    expect((rows as ListedEntity[]).flatMap((entity) => entity.names.map(({ text }) => text))).toEqual(names);
  });

  it.each([
    ['<html><body>Incapsula</body></html>', 'a page of HTML came instead of JSON'],
    ['{"response": {"ZPROCSUPP": [', 'not readable as JSON, or cut'],
    ['{"response": {}}', 'holds no list of firms'],
  ])('is refused when its file is %j', async (content, message) => {
    await expect(readFiles(worldBank.layout, { main: fileOf(content) })).rejects.toThrow(message);
  });

  it.each([
    ['latin1', 'not written in UTF-8'],
    ['utf16le', 'written in UTF-16'],
  ] as const)('is refused in the encoding %s', async (encoding, message) => {
    const content = Buffer.from('\uFEFF{"response": {"ZPROCSUPP": [{"SUPP_ID": "1", "SUPP_NAME": "ÑANDÚ S.A."}]}}', encoding);
    await expect(readFiles(worldBank.layout, { main: fileOf(content) })).rejects.toMatchObject({
      code: 'encoding',
      message: expect.stringContaining(message),
    });
  });
});
