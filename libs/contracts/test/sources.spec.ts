import { describe, expect, it } from '@jest/globals';
import {
  awaitedFragments,
  emptyFragments,
  fragmentSeparator,
  liveView,
  prerequisitesOf,
  sections,
  sectionsInUse,
  sectionsV1,
  sourceCatalogue,
  sourceNames,
  sourcesOf,
  type LiveRow,
  type Section,
  type SourceName,
} from '../src/index.js';

describe('the sources', () => {
  it('each belong to a section that exists', () => {
    for (const name of sourceNames) expect(sections).toContain(sourceCatalogue[name].section);
  });

  it('fill every section except the computed one', () => {
    expect(sections.filter((section) => sourcesOf(section).length === 0)).toEqual(['alerta_servicio']);
    expect(sections.flatMap((section) => sourcesOf(section)).toSorted()).toEqual(sourceNames.toSorted());
  });

  it('have names that can serve as queue names and job ids', () => {
    for (const name of sourceNames) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });

  it('wait only for sources that exist, and never in a circle', () => {
    const waitsFor = (name: SourceName, path: SourceName[] = []): SourceName[] => {
      expect(path).not.toContain(name);
      return prerequisitesOf(name).flatMap((needed) => [needed, ...waitsFor(needed, [...path, name])]);
    };
    for (const name of sourceNames) for (const needed of waitsFor(name)) expect(sourceNames).toContain(needed);
    expect(waitsFor('listas_compliance')).toEqual(['identificacion', 'representantes_legales']);
  });
});

describe('the fragments of an empty profile', () => {
  it.each(['SH20', 'SH50'] as const)('are one JSON text per section, with %s in v2', (statusCode) => {
    const { v1, v2 } = emptyFragments(statusCode);
    const read = (fragments: string[]) => JSON.parse(`{${fragments.join(',')}}`) as Record<string, unknown>;
    expect(Object.keys(read(v2))).toEqual([...sections]);
    expect(read(v2)['finanzas']).toEqual({ statusCode, data: {} });
    expect(Object.keys(read(v1))).toEqual([
      ...sectionsV1.slice(0, 7),
      'puntaje_riesgo_servicio',
      'puntaje_riesgo_tercero',
      'alerta_compliance',
    ]);
    expect(Object.values(read(v1)).every((value) => value === null)).toBe(true);
  });

  const row: LiveRow = {
    docType: 'RUC',
    accessState: 'active',
    mode: 'monitoring',
    withheld: ['alerta_compliance'],
    estado: 'succeeded',
    revision: '1',
    failedSources: [],
    fragments: null,
  };

  it.each([
    ['RUC', 'SH20'],
    ['DNI', 'SH40'],
    ['CE', 'SH40'],
  ] as const)(
    'await of a %s every section that applies to it: legal is %s, also when a load after a failed one begins',
    (docType, legal) => {
      const code = (section: Section) => (section === 'legal' ? legal : sectionsInUse().includes(section) ? 'SH20' : 'SH40');
      const expected = sections.map((section) => `"${section}":{"statusCode":"${code(section)}","data":{}}`);
      expect(awaitedFragments(docType).v2).toEqual(expected);
      expect(awaitedFragments(docType).v1).toEqual(emptyFragments('SH20').v1);
      const pending: LiveRow = { ...row, docType, accessState: 'pending', withheld: [], estado: null };
      const failed: LiveRow = { ...pending, accessState: 'failed', refreshing: true };
      expect([pending, failed].map((seen) => liveView('v2', seen).fragments)).toEqual([expected, expected]);
    },
  );

  it('fill in for a section that a stored profile lacks', () => {
    const { v2: stored } = emptyFragments('SH50');
    const lacking = { ...row, fragments: stored.slice(0, 8).join(fragmentSeparator) };
    expect(liveView('v2', lacking).fragments.slice(0, 10)).toEqual([
      ...stored.slice(0, 8),
      '"alerta_tercero":{"statusCode":"SH20","data":{}}',
      '"alerta_compliance":{"statusCode":"SH30","data":{}}',
    ]);
  });
});
