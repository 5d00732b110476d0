import { describe, expect, it } from '@jest/globals';
import * as contracts from '@vigia/contracts';
import { docTypes, sections, sourcesOf, type Document, type SourceName } from '@vigia/contracts';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { fieldChanges } from '../../src/domain/section-content.js';
import type { Answers } from '../../src/sections/section-definition.js';
import { fieldSource, isSourced, sectionDefinitions, type SourcedSection } from '../../src/sections/sections.js';
import { fixturesOf } from '../sources/fixtures-of.js';

const documents: Record<string, Document> = {
  RUC: { docType: 'RUC', taxId: '20990000108' },
  DNI: { docType: 'DNI', taxId: '99990002' },
  CE: { docType: 'CE', taxId: 'SIM000000001' },
};

/** Found by naming convention; v1 has its own contract only if it shows something else. */
function contractOf(section: SourcedSection, version: 'v1' | 'v2') {
  const name = `${section.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Section`;
  const byName = contracts as unknown as Record<string, TSchema>;
  const schema = (version === 'v1' && byName[`${name}V1`]) || byName[name];
  if (!schema) throw new Error(`there is no ${name} in the contracts`);
  return Compile(schema);
}

function contentOf(section: SourcedSection, version: 'v1' | 'v2', answers: Answers, document: Document): object | string {
  const definition = sectionDefinitions[section];
  return (version === 'v1' && definition.v1?.(answers, document)) || definition.v2(answers, document);
}

describe.each(sections.filter(isSourced))('the section %s', (section) => {
  const sources = sourcesOf(section);
  const nothing = Object.fromEntries(sources.map((source) => [source, null])) as Answers;
  const answered = sources.flatMap((source) =>
    fixturesOf(source).flatMap(({ file, document, answer }) => (answer ? { source, file, document, answer } : [])),
  );

  describe.each(['v1', 'v2'] as const)('in %s', (version) => {
    const contract = contractOf(section, version);

    it.each(docTypes)('has all its fields when no source has data about a %s', (docType) => {
      const content = contentOf(section, version, nothing, documents[docType]!);
      expect([...contract.Errors(content)]).toEqual([]);
      expect(contentOf(section, version, {}, documents[docType]!)).toStrictEqual(content);
    });

    it.each(answered)('matches its contract with $source $file alone', ({ source, document, answer }) => {
      const content = contentOf(section, version, { ...nothing, [source]: answer }, document);
      expect([...contract.Errors(content)]).toEqual([]);
      expect(JSON.parse(JSON.stringify(content))).toStrictEqual(content);
    });
  });

  it('names the source of every field', () => {
    const empty = sectionDefinitions[section].v2(nothing, documents.RUC!);
    const fields = new Set(
      answered.flatMap(({ source, document, answer }) => {
        const content = sectionDefinitions[section].v2({ [source]: answer }, document);
        return [...Object.keys(content), ...fieldChanges(empty, content).map(({ field }) => field)];
      }),
    );
    const known = [...fields].filter((field) => sources.includes(fieldSource(section, field) as SourceName));
    expect(known).toEqual([...fields]);
    expect(new Set(known.map((field) => fieldSource(section, field)))).toEqual(new Set(sources));
  });

  it.each(answered)('changes with $source $file only in the fields of that source', ({ source, document, answer }) => {
    const definition = sectionDefinitions[section];
    const changes = fieldChanges(definition.v2(nothing, document), definition.v2({ ...nothing, [source]: answer }, document));
    expect(changes.filter(({ field }) => fieldSource(section, field) !== source)).toEqual([]);
  });
});
