import { describe, expect, it } from '@jest/globals';
import { elementsPutIntoMaps } from '@vigia/testing';
import type { ListedEntity } from '../../src/datasets/listed-entity.js';
import { ofacConsolidated } from '../../src/datasets/ofac_consolidated/layout.js';
import { ofacSdn } from '../../src/datasets/ofac_sdn/layout.js';
import { englishBirth } from '../../src/datasets/written-days.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

async function entities(): Promise<Record<string, ListedEntity>> {
  const { rows } = await readFiles(ofacSdn.layout, fixtureOf(ofacSdn));
  return Object.fromEntries((rows as ListedEntity[]).map((entity) => [entity.id, entity]));
}

describe('the SDN list of OFAC', () => {
  it('is read from four files without titles, up to their end marks; an entry without a name is rejected', async () => {
    const { rows, rejects, lines } = await readFiles(ofacSdn.layout, fixtureOf(ofacSdn));
    expect((rows as ListedEntity[]).map(({ id, kind }) => [id, kind])).toEqual([
      ['101', 'person'],
      ['102', 'company'],
      ['103', 'vessel'],
      ['104', 'aircraft'],
      ['105', 'person'],
    ]);
    expect(rejects).toEqual([expect.objectContaining({ line: 6, reason: 'no_name' })]);
    expect(lines).toBe(12);
  });

  it('has names with the family name first, aliases from their file, and weak aliases from the remarks', async () => {
    expect((await entities())['101']!.names).toEqual([
      { text: 'QUISPE MUESTRA, Juan Carlos', alias: false, weak: false, order: 'family-first' },
      { text: 'FLACO', alias: true, weak: true, order: 'unknown' },
      { text: 'QUISPE MUESTRA, Juan', alias: true, weak: false, order: 'family-first' },
    ]);
  });

  it('has documents from the remarks: RUC and DNI of Peru, and a foreign RUC as a tax id', async () => {
    const { 101: person, 102: company, 103: ship, 104: plane, 105: oldNumber } = await entities();
    expect(person!.documents).toEqual([
      { type: 'DNI', number: '99990001', country: 'PE' },
      { type: 'RUC', number: '10999900017', country: 'PE' },
      { type: 'passport', number: '9999001', country: 'PE' },
    ]);
    expect(company!.documents).toEqual([{ type: 'RUC', number: '20991000012', country: 'PE' }]);
    expect(ship!.documents).toEqual([
      { type: 'IMO', number: '9999999', country: null },
      { type: 'MMSI', number: '999999999', country: null },
    ]);
    expect(plane!.documents).toEqual([{ type: 'tax id', number: '999-9-999', country: 'PA' }]);
    expect(oldNumber!.documents[0]).toEqual({ type: 'DNI', number: '09999012', country: 'PE' });
  });

  it('continues a long remark in the comments file, in the middle of a word', async () => {
    expect((await entities())['105']!.documents.slice(1)).toEqual([
      { type: 'Tax ID', number: '744', country: 'CO' },
      { type: 'passport', number: 'AB123456', country: 'CO' },
    ]);
  });

  it('has its programmes split, and exact and approximate births, and countries', async () => {
    const { 101: person, 102: company, 103: ship, 105: other } = await entities();
    expect(company!.programmes).toEqual(['IFSR', 'SDNTK']);
    expect(person!.births).toEqual([{ day: '1977-10-20' }, { from: 1975, to: 1975, approximate: true }]);
    expect(other!.births).toEqual([{ from: 1967, to: 1969 }]);
    expect([person!.countries, ship!.countries, other!.countries]).toEqual([['PE'], ['PA'], ['CO']]);
    expect(ship!.remarks).toContain('Vessel type: Container Ship; Tonnage: 2597');
  });

  it.each([
    ['08 Sep 1966', { day: '1966-09-08' }],
    ['31 Feb 1966', { from: 1966, to: 1966 }],
    ['Oct 1966', { from: 1966, to: 1966 }],
    ['circa 01 Jan 1961', { day: '1961-01-01', approximate: true }],
    ['circa 1979-1982', { from: 1979, to: 1982, approximate: true }],
    ['01 Jan 1947 to 01 Jan 1949', { from: 1947, to: 1949 }],
    ['Mar 1962 to Feb 1963', { from: 1962, to: 1963 }],
    ['1949 to 1947', null],
    ['unknown', null],
  ])('reads the birth %j as %j', (written, birth) => expect(englishBirth(written)).toEqual(birth));

  it('is refused with aliases of an unknown entry or with a cut last line', async () => {
    const files = fixtureOf(ofacSdn);
    const aliases = fileOf('101,7,"aka","OTRO",-0- \r\n999,8,"aka","DE NADIE",-0- \r\n', 'alt.csv');
    await expect(readFiles(ofacSdn.layout, { ...files, aliases })).rejects.toThrow('entry 999 is in one file and not in the other');
    const main = fileOf('101,"QUISPE MUESTRA, Juan","individual","SDNTK",-0- ,-0-', 'sdn.csv');
    await expect(readFiles(ofacSdn.layout, { ...files, main })).rejects.toThrow('the last line (1) of sdn.csv is cut');
  });

  it('is refused without its other files: whoever is listed under an alias would not be found', async () => {
    const { main, aliases, addresses } = fixtureOf(ofacSdn);
    await expect(readFiles(ofacSdn.layout, { main: main! })).rejects.toMatchObject({
      code: 'archive',
      message: 'without the file of the aliases, of the addresses, of the comments: bring all four together, such as in one zip',
    });
    const partial = { main: main!, aliases: aliases!, addresses: addresses! };
    await expect(readFiles(ofacSdn.layout, partial)).rejects.toThrow('without the file of the comments');
    const nothing = fileOf('\u001A');
    const { rows } = await readFiles(ofacSdn.layout, { main: main!, aliases: nothing, addresses: nothing, comments: fileOf('') });
    expect(rows).toHaveLength(5);
  });

  it.each([
    ['Passport RL 2274078 (Lebanon)', 'RL 2274078'],
    ['Passport TR-P 614166 (Turkey)', 'TR-P 614166'],
    ['Passport C234897(0) (United Kingdom)', 'C234897(0)'],
    ['Diplomatic Passport 000123 (Iran)', '000123'],
    ['Passport no 000123 (Iran)', '000123'],
    ['Passport NO 000123 (Iran)', '000123'],
  ])('reads the number in %j', async (remark, number) => {
    const main = fileOf(`1,"MUESTRA, Una","individual","SDNTK"${',-0- '.repeat(7)},"${remark}."\r\n`, 'sdn.csv');
    const nothing = fileOf('\u001A');
    const { rows } = await readFiles(ofacSdn.layout, { main, aliases: nothing, addresses: nothing, comments: nothing });
    expect(rows).toMatchObject([{ documents: [{ type: 'passport', number }] }]);
  });

  it.each([
    ['individual', 'Identification Number 99990001 (Peru)', 'DNI'],
    ['individual', 'DNI 99990001 (Argentina)', 'national id'],
    ['individual', 'DNI 99990001', 'national id'],
    ['individual', 'CE 999900001 (Ecuador)', 'national id'],
    ['individual', 'CE 999900001 (Peru)', 'CE'],
    ['-0- ', 'Identification Number 99990001 (Peru)', 'Identification'],
    ['-0- ', 'DNI 99990001 (Peru)', 'national id'],
    ['vessel', 'Vessel Registration Identification 99990001 (Peru)', 'Vessel Registration Identification'],
    ['aircraft', 'Identification Number 9999001 (Peru)', 'Identification'],
    ['vessel', 'RUC # 20991000012 (Peru)', 'RUC'],
  ])('takes a number for a DNI only if it is of a person of Peru: %j with %j', async (kind, remark, type) => {
    const main = fileOf(`1,"MUESTRA",${kind},"SDNTK"${',-0- '.repeat(7)},"${remark}."\r\n`, 'sdn.csv');
    const nothing = fileOf('\u001A');
    const { rows } = await readFiles(ofacSdn.layout, { main, aliases: nothing, addresses: nothing, comments: nothing });
    expect(rows).toMatchObject([{ documents: [{ type }] }]);
  });

  it('is read by work in proportion to the aliases of one entry, however many it has', async () => {
    const many = 5_000;
    const main = fileOf(`1,"MUESTRA, Una","individual","SDNTK"${',-0- '.repeat(8)}\r\n`, 'sdn.csv');
    const aliases = fileOf('1,1,"aka","OTRA, Una",-0- \r\n'.repeat(many), 'alt.csv', 1024 * 1024);
    const nothing = fileOf('\u001A');
    let rows: unknown[] = [];
    const read = async () => ({ rows } = await readFiles(ofacSdn.layout, { main, aliases, addresses: nothing, comments: nothing }));
    expect(await elementsPutIntoMaps(read)).toBeLessThan(2 * many);
    expect(rows).toMatchObject([{ id: '1', names: [{ text: 'MUESTRA, Una' }, { text: 'OTRA, Una', alias: true }] }]);
  });

  it('has the same layout as the consolidated list', async () => {
    const { rows } = await readFiles(ofacConsolidated.layout, fixtureOf(ofacConsolidated));
    expect(rows).toEqual([
      expect.objectContaining({
        id: '901',
        countries: ['RU'],
        documents: [{ type: 'Registration', number: '1027700000000', country: 'RU' }],
      }),
    ]);
    expect((rows as ListedEntity[])[0]!.names.map(({ text, weak }) => [text, weak])).toEqual([
      ['BANCO DE MUESTRA', false],
      ['BDM', true],
      ['SAMPLE BANK', false],
    ]);
  });
});
