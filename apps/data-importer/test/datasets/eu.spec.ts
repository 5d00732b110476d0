import { describe, expect, it } from '@jest/globals';
import { eu } from '../../src/datasets/eu/layout.js';
import type { ListedEntity } from '../../src/datasets/listed-entity.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-10-28T16:47:04.449+02:00">
  <sanctionEntity euReferenceNumber="EU.27.28" logicalId="13">
    <regulation numberTitle="1210/2003 (OJ L169)" programme="IRQ"/>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="Persona" middleName="Inventada" lastName="De Muestra" wholeName="Persona Inventada De Muestra" strong="true"/>
    <nameAlias firstName="" middleName="" lastName="" wholeName="Abu Muestra" strong="false"/>
    <citizenship countryIso2Code="IQ"/>
    <birthdate circa="false" birthdate="1937-04-28"/>
    <birthdate circa="true" year="1940"/>
    <identification number="9999004" identificationTypeDescription="National passport" countryIso2Code="PE"/>
  </sanctionEntity>
  <sanctionEntity logicalId="99">
    <remark>a "bare quote in the middle</remark>
    <subjectType code="enterprise" classificationCode="E"/>
    <regulation programme="RUS"/>
    <nameAlias wholeName="Empresa de Muestra" strong="true"/>
  </sanctionEntity>
</export>`;

const person = {
  id: '13',
  kind: 'person',
  names: [
    { text: 'De Muestra, Persona Inventada', alias: false, weak: false, order: 'family-first' },
    { text: 'Abu Muestra', alias: true, weak: true, order: 'unknown' },
  ],
  documents: [{ type: 'passport', number: '9999004', country: 'PE' }],
  births: [{ day: '1937-04-28' }, { from: 1940, to: 1940, approximate: true }],
  countries: ['IQ'],
  programmes: ['IRQ'],
  link: null,
  remarks: 'EU.27.28; 1210/2003 (OJ L169)',
  until: null,
};

describe('the list of the European Union', () => {
  it('is assembled from lines with one fact of an entity each; an entity without a name is rejected', async () => {
    const { rows, rejects, published, lines } = await readFiles(eu.layout, fixtureOf(eu));
    expect(rows).toEqual([person, expect.objectContaining({ id: '99', kind: 'company', remarks: 'a "bare quote in the middle' })]);
    expect(rejects).toEqual([{ line: 0, reason: 'no_name', text: 'entity 100 has no name' }]);
    expect(published).toEqual(['2026-10-28']);
    expect(lines).toBe(10);
  });

  it('has the same content as XML and as CSV', async () => {
    const fromXml = await readFiles(eu.layout, { main: fileOf(xml) });
    const fromCsv = await readFiles(eu.layout, fixtureOf(eu));
    expect(fromXml.rows).toEqual(fromCsv.rows);
    expect(fromXml.published).toEqual(fromCsv.published);
  });

  it('is refused when a quote that does not close takes the lines of other entities', async () => {
    const titles =
      'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_Remark;Entity_SubjectType;' +
      'Entity_SubjectType_ClassificationCode;Entity_Regulation_Programme;Entity_Regulation_NumberTitle;Entity_Regulation_PublicationUrl;' +
      'NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName;NameAlias_Remark';
    const listOf = (...names: string[]) => {
      const lines = names.map((name, i) => `28/10/2026;${i + 1};;;E;enterprise;;;;;;;${name};`);
      return { main: fileOf([titles, ...lines, ''].join('\r\n')) };
    };
    const whole = await readFiles(eu.layout, listOf('Uno', 'OAO "Dos"', '"Tres"', '"Cuatro" OAO', '"Cinco; y\r\n6"', 'Seis'));
    expect((whole.rows as ListedEntity[]).map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6']);
    await expect(readFiles(eu.layout, listOf('Uno', '"Dos Trading', 'Tres', 'Cuatro', 'OAO "Cinco"', 'Seis'))).rejects.toThrow(
      'a quote that does not close takes the lines of other entities: "Dos Trading',
    );
  });

  it('is read by its column titles in any order, with an unknown one noted, and refused with a missing one', async () => {
    const file = (titles: string) => fileOf(`${titles}\r\n28/10/2026;Ana;13;;;P;person;;;;;Muestra;;;\r\n`);
    const titles =
      'fileGenerationDate;NameAlias_FirstName;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_Remark;Entity_SubjectType;' +
      'Entity_SubjectType_ClassificationCode;Entity_Regulation_Programme;Entity_Regulation_NumberTitle;Entity_Regulation_PublicationUrl;' +
      'NameAlias_MiddleName;NameAlias_LastName;NameAlias_WholeName;NameAlias_Remark;NameAlias_Title';
    const { rows } = await readFiles(eu.layout, { main: file(titles) });
    expect((rows as ListedEntity[])[0]!.names[0]!.text).toBe('Muestra, Ana');
    const { unreadColumns } = await readFiles(eu.layout, { main: file(titles.replace('_Title', '_Nickname')) });
    expect(unreadColumns).toEqual(['NameAlias_Nickname']);
    await expect(readFiles(eu.layout, { main: file(titles.replace('NameAlias_Remark;', '')) })).rejects.toThrow(
      'missing columns: NameAlias_Remark',
    );
  });
});
