import { describe, expect, it } from '@jest/globals';
import { un } from '../../src/datasets/un/layout.js';
import { writtenDocument } from '../../src/datasets/un/written-documents.js';
import { writtenNames } from '../../src/datasets/un/written-names.js';
import { inTime } from '../in-time.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

describe('the list of the United Nations', () => {
  it('is read entry by entry with its day of generation; an entry without a name is rejected', async () => {
    const { rows, rejects, published } = await readFiles(un.layout, fixtureOf(un));
    expect(published).toEqual(['2026-02-27']);
    expect(rejects).toEqual([{ line: 2, reason: 'no_name', text: 'entry 900002 has no number or no name' }]);
    expect(rows).toEqual([
      {
        id: '900001',
        kind: 'person',
        names: [
          { text: 'PERSONA DE MUESTRA', alias: false, weak: false, order: 'unknown' },
          { text: 'El Ejemplo', alias: true, weak: true, order: 'unknown' },
          { text: 'Muestra, Persona', alias: true, weak: false, order: 'family-first' },
          { text: 'Persona Mostra', alias: true, weak: false, order: 'unknown' },
          { text: 'Persona Muestra', alias: true, weak: false, order: 'unknown' },
          { text: 'شخص', alias: true, weak: false, order: 'unknown' },
          { text: 'شخص عينة', alias: true, weak: false, order: 'unknown' },
        ],
        documents: [
          { type: 'DNI', number: '99990002', country: 'PE' },
          { type: 'passport', number: '9999002', country: 'PE' },
        ],
        births: [{ day: '1984-01-01' }, { from: 1984, to: 1986 }, { from: 1985, to: 1985, approximate: true }],
        countries: ['IR', 'PE'],
        programmes: ['Al-Qaida'],
        link: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
        remarks: 'Reference QDi.999; An invented person.',
        until: null,
      },
      expect.objectContaining({ id: '900003', kind: 'company', countries: ['KP'], births: [], documents: [] }),
    ]);
  });

  it.each([
    ['<YEAR>1971</YEAR>', [{ from: 1971, to: 1971 }]],
    ['<FROM_YEAR>1970</FROM_YEAR><TO_YEAR>1972</TO_YEAR>', [{ from: 1970, to: 1972 }]],
    ['<YEAR>1971.5</YEAR>', []],
    ['<YEAR>19710000000</YEAR>', []],
    ['<FROM_YEAR>1972</FROM_YEAR><TO_YEAR>1970</TO_YEAR>', []],
    ['<DATE>1971-02-30</DATE>', []],
    ['<DATE>0000-01-01</DATE>', []],
  ])('reads the birth %s as %j', async (birth, births) => {
    const entry = `<DATAID>1</DATAID><FIRST_NAME>A</FIRST_NAME><INDIVIDUAL_DATE_OF_BIRTH>${birth}</INDIVIDUAL_DATE_OF_BIRTH>`;
    const list = fileOf(`<CONSOLIDATED_LIST><INDIVIDUAL>${entry}</INDIVIDUAL></CONSOLIDATED_LIST>`);
    expect((await readFiles(un.layout, { main: list })).rows).toMatchObject([{ births }]);
  });

  it.each([
    ['381110042 (Expired 25 Jan. 2016)', '381110042'],
    ['403062567 (US)', '403062567'],
    ['R00012098, South Sudan', 'R00012098'],
    ['D 000974', 'D 000974'],
  ])('reads the number %j', async (NUMBER, number) => {
    const document = `<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>${NUMBER}</NUMBER></INDIVIDUAL_DOCUMENT>`;
    const entry = `<DATAID>1</DATAID><FIRST_NAME>AB</FIRST_NAME>${document}`;
    const list = fileOf(`<CONSOLIDATED_LIST><INDIVIDUAL>${entry}</INDIVIDUAL></CONSOLIDATED_LIST>`);
    expect((await readFiles(un.layout, { main: list })).rows).toMatchObject([{ documents: [{ type: 'passport', number }] }]);
  });

  it('is refused when it is another XML document', async () => {
    await expect(readFiles(un.layout, { main: fileOf('<export/>') })).rejects.toThrow('not the consolidated list but <export>');
  });
});

describe('a document in the list of the United Nations', () => {
  it.each([
    ['Passport', 'Libyan passport No. 513519', { type: 'Passport (Libyan passport No.)', number: '513519' }],
    ['Libyan passport No. 513519', '', { type: 'Libyan passport No.', number: '513519' }],
    ['Passport', 'D 000974', { type: 'Passport', number: 'D 000974' }],
    ['Passport', '', { type: 'Passport', number: '' }],
    ['', '513519', null],
  ])('%j with the number %j is read as %j', (type, number, document) => expect(writtenDocument(type, number)).toEqual(document));

  it.each([
    ['words', 'word '.repeat(200_000)],
    ['spaces', `1${' '.repeat(1_000_000)}`],
  ])('is read in time, however many %s are in its number', (_, many) => {
    const number = `${many}x`;
    expect(inTime(() => writtenDocument('Passport', number))).toEqual({ type: 'Passport', number });
  });
});

describe('a name in the list of the United Nations', () => {
  it.each([
    ['Husain Salimi; Hosain Salimi', ['Husain Salimi', 'Hosain Salimi']],
    ["Lord's Resistance Movement (LRM)", ["Lord's Resistance Movement", 'LRM']],
    ['Encep Nurjaman (birth name)', ['Encep Nurjaman']],
    ['حسن غول (Hassan Ghul; Hassan Gul)', ['حسن غول', 'Hassan Ghul', 'Hassan Gul']],
    ['Amir Khazmat (original script: Амир Хазмат)', ['Amir Khazmat', 'Амир Хазмат']],
    ['LEADER (HONG KONG) INTERNATIONAL', ['LEADER (HONG KONG) INTERNATIONAL']],
    ['MUESTRA COMMERCIAL IMPEX (MCI) LTD', ['MUESTRA COMMERCIAL IMPEX (MCI) LTD', 'MUESTRA COMMERCIAL IMPEX LTD', 'MCI']],
    ['華信船務(香港)有限公司', ['華信船務(香港)有限公司']],
    ['عبدالله السندي (Abdullah Sindhi)', ['عبدالله السندي', 'Abdullah Sindhi']],
    ['Uno (nota) (otra); Dos (previously listed)', ['Uno', 'Dos']],
    ['"MUKHTAR, Shaykh"', ['MUKHTAR, Shaykh']],
    ['Khirullah Said Wali, born in Kandahar on 01 Jan.1967', ['Khirullah Said Wali']],
    ['Mohammad Sabet b) M. Javad Kareemi Sabet', ['Mohammad Sabet', 'M. Javad Kareemi Sabet']],
  ])('%j is read as %j', (written, names) => expect(writtenNames(written).map(({ text }) => text)).toEqual(names));

  it('has its family name first before a comma, except before a generation such as III', () => {
    const orders = ['Ahmed, Abubakar', 'Hilarion Santos, III (third)', 'Ermias Ghermay'].flatMap(writtenNames).map(({ order }) => order);
    expect(orders).toEqual(['family-first', 'unknown', 'unknown']);
  });

  it('is read in time, however many commas are in it', () => {
    const text = `Uno${','.repeat(1_000_000)}Dos`;
    expect(inTime(() => writtenNames(text))).toEqual([{ text, order: 'unknown', acronym: false }]);
  });

  it('is read in time, however many brackets are behind it', () => {
    const text = `Uno${'(nota)'.repeat(500_000)}`;
    expect(inTime(() => writtenNames(text))).toEqual([{ text: 'Uno', order: 'unknown', acronym: false }]);
  });
});
