import { csvRecords, type CsvRecord } from '../../reading/csv.js';
import { UnreadableFile, type Notes, type SourceFile } from '../dataset.js';
import { tableRows, type TableRow } from '../table.js';
import { EuEntities, type EuIdentification, type EuName } from './entities.js';
import type { ListedEntity } from '../listed-entity.js';

const titles = {
  generated: 'fileGenerationDate',
  id: 'Entity_LogicalId',
  reference: 'Entity_EU_ReferenceNumber',
  remark: 'Entity_Remark',
  subject: 'Entity_SubjectType',
  subjectCode: 'Entity_SubjectType_ClassificationCode',
  programme: 'Entity_Regulation_Programme',
  regulation: 'Entity_Regulation_NumberTitle',
  url: 'Entity_Regulation_PublicationUrl',
  family: 'NameAlias_LastName',
  first: 'NameAlias_FirstName',
  middle: 'NameAlias_MiddleName',
  whole: 'NameAlias_WholeName',
  nameRemark: 'NameAlias_Remark',
  addressCountry: 'Address_CountryIso2Code',
  birthDay: 'BirthDate_BirthDate',
  birthYear: 'BirthDate_Year',
  birthFrom: 'BirthDate_YearRangeFrom',
  birthTo: 'BirthDate_YearRangeTo',
  birthCirca: 'BirthDate_Circa',
  number: 'Identification_Number',
  latinNumber: 'Identification_LatinNumber',
  numberType: 'Identification_TypeDescription',
  numberCountry: 'Identification_CountryIso2Code',
  numberFalse: 'Identification_KnownFalse',
  citizenship: 'Citizenship_CountryIso2Code',
};
type Column = keyof typeof titles;

/** Titles of the 118 columns that are not read, by the part of the file that they belong to. */
const unread = Object.entries({
  Entity:
    'UnitedNationId DesignationDate DesignationDetails Regulation_Type Regulation_OrganisationType Regulation_PublicationDate Regulation_EntryIntoForceDate',
  NameAlias: 'NameLanguage Gender Title Function LogicalId RegulationLanguage',
  Address: 'City Street PoBox ZipCode Region Place AsAtListingTime ContactInfo CountryDescription LogicalId RegulationLanguage Remark',
  BirthDate: 'Day Month CalendarType ZipCode Region Place City CountryIso2Code CountryDescription LogicalId RegulationLanguage Remark',
  Identification:
    'Diplomatic KnownExpired ReportedLost RevokedByIssuer IssuedBy IssuedDate ValidFrom ValidTo NameOnDocument TypeCode Region CountryDescription LogicalId RegulationLanguage Remark',
  Citizenship: 'Region CountryDescription LogicalId RegulationLanguage Remark',
}).flatMap(([part, names]) => names.split(' ').map((name) => `${part}_${name}`));

const regulation = 'Type OrganisationType PublicationDate EntryIntoForceDate NumberTitle Programme PublicationUrl'.split(' ');
const unreadRegulations = ['NameAlias', 'Address', 'BirthDate', 'Identification', 'Citizenship'].flatMap((part) =>
  regulation.map((name) => `${part}_Regulation_${name}`),
);

/** Also reads a short extract of the file, without addresses, births and documents. */
const optional = (Object.keys(titles) as Column[]).filter((name) => !/^(?:Entity|NameAlias)_/.test(titles[name]));

/** Each line has one name, address, birth, document or citizenship of an entity. */
export async function* readEuCsv(file: SourceFile, notes: Notes): AsyncGenerator<ListedEntity> {
  const entities = new EuEntities();
  let generated: string | null = null;
  const records = csvRecords(file.open(), { delimiter: ';', bareQuotes: true });
  for await (const row of tableRows(unswallowed(records), { titles, optional, unread: [...unread, ...unreadRegulations] }, notes)) {
    generated ??= row.generated;
    if (row.id === '') notes.reject({ line: row.line, reason: 'no_number', text: 'a line without the number of its entity' });
    else entities.add(row.id, row, names(row), birth(row), identification(row), [row.addressCountry, row.citizenship]);
  }
  yield* entities.finish(generated ?? '', notes);
}

/** A day and the number of an entity, with which every line begins. */
const lineInside = /[\r\n](?:\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2});\d+;/;

/** A quote at the start of a cell that does not close reaches up to a quote at the end of another cell, over any number of lines. */
async function* unswallowed(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord> {
  for await (const record of records) {
    const swallowing = record.cells.find((cell) => lineInside.test(cell));
    if (swallowing !== undefined) {
      const start = swallowing.split(/[\r\n]/, 1)[0]!.slice(0, 80);
      throw new UnreadableFile('form', `a quote that does not close takes the lines of other entities: ${start}`);
    }
    yield record;
  }
}

function names(row: TableRow<Column>): EuName[] {
  // In this format only a remark says that an alias is weak.
  return [{ ...row, weak: /low quality|weak/i.test(row.nameRemark) }];
}

function birth(row: TableRow<Column>) {
  return {
    day: row.birthDay,
    from: row.birthFrom || row.birthYear,
    to: row.birthTo || row.birthYear,
    circa: row.birthCirca.toLowerCase() === 'true',
  };
}

function identification(row: TableRow<Column>): EuIdentification {
  const isFalse = row.numberFalse.toLowerCase() === 'true';
  return { type: row.numberType, number: isFalse ? '' : row.latinNumber || row.number, country: row.numberCountry };
}
