import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  awaitedFragments,
  docTypes,
  emptyFragments,
  fragmentSeparator,
  liveView,
  sectionsInUse,
  sections,
  sectionsV1,
  sourceCatalogue,
  summaryData,
  v1Name,
  type ApiVersion,
  type LiveRow,
  type Section,
} from '../src/index.js';

const added = 'seccion_de_prueba' as Section;
const row: LiveRow = {
  docType: 'RUC',
  accessState: 'active',
  mode: 'monitoring',
  withheld: [],
  estado: 'succeeded',
  revision: '1',
  failedSources: [],
  fragments: null,
};
const inOrder = emptyFragments('SH50');

function shownSections(version: ApiVersion, withheld: Section[] = []): string[] {
  const text = version === 'v1' ? `"${added}":{"multas":2}` : `"${added}":{"statusCode":"SH10","data":{"multas":2}}`;
  const fragments = [...inOrder[version], text].join(fragmentSeparator);
  const body = summaryData(version, '20990000019', liveView(version, { ...row, withheld, fragments }));
  return Object.keys(JSON.parse(body)).filter((name) => !['taxId', 'activo', 'estado', 'subhelpers_fallidos'].includes(name));
}

describe('a section more than those of v1', () => {
  beforeEach(() => void (sections as readonly Section[] as Section[]).push(added));
  afterEach(() => void (sections as readonly Section[] as Section[]).pop());

  it('is for v2 alone, also where a profile has a text of it for v1', () => {
    expect(shownSections('v1')).toEqual(sectionsV1.map(v1Name));
    expect(shownSections('v2')).toEqual([...sections]);
    for (const { v1, v2 } of [emptyFragments('SH50'), awaitedFragments('DNI')])
      expect([v1.length, v2.length]).toEqual([sectionsV1.length, sections.length]);
  });
});

describe('a section that only a later release has', () => {
  it.each(['v1', 'v2'] as const)('is not shown in %s, whether or not the plan excludes it', (version) => {
    for (const withheld of [[], [added], ['laboral', added] as Section[]]) {
      expect(shownSections(version, withheld)).toHaveLength(inOrder[version].length);
      expect(shownSections(version, withheld)).not.toContain(added);
    }
  });
});

describe('a section whose sources are asked about no kind of document', () => {
  const { listas_compliance: only } = sourceCatalogue;
  beforeEach(() => void Reflect.set(only, 'docTypes', []));
  afterEach(() => void Reflect.deleteProperty(only, 'docTypes'));

  it('is not in use, and reads of a profile that lacks it await nothing', () => {
    expect(sectionsInUse()).not.toContain('alerta_compliance');
    for (const docType of docTypes) expect(awaitedFragments(docType).v2[9]).toBe('"alerta_compliance":{"statusCode":"SH40","data":{}}');
  });
});
