import { describe, expect, it } from '@jest/globals';
import { appliesTo, sections, sourceCatalogue, sourceNames, sourcesFor, sourcesOf, type SourceName } from '@vigia/contracts';
import fc from 'fast-check';
import {
  failedSources,
  profileState,
  sectionCode,
  sourcesToAsk,
  taxpayerIsUnknown,
  type DatedStanding,
} from '../../src/domain/source-standing.js';

const answeredAt = new Date('2026-03-10T12:00:00Z');
const later = new Date(answeredAt.getTime() + 1);

type Changes = Partial<Record<SourceName, Partial<DatedStanding>>>;

/** Every source answered, except for the given changes. */
function standings(changes: Changes = {}): DatedStanding[] {
  return sourceNames.map((source) => ({ source, outcome: 'data', failure: null, answeredAt, complete: true, ...changes[source] }));
}

const all = (change: Partial<DatedStanding>) => standings(Object.fromEntries(sourceNames.map((source) => [source, change])));
const never = (failure: string) => ({ outcome: null, failure, answeredAt: null });

describe('the state of a profile', () => {
  it.each([
    ['succeeded', 'every source answered', standings()],
    [
      'succeeded',
      'sources hold nothing or are not contracted',
      standings({ protestos: { outcome: 'empty' }, trabajadores: { outcome: 'not_contracted' } }),
    ],
    ['partial', 'one source failed', standings({ protestos: never('timeout') })],
    ['partial', 'all failed and there are earlier answers', all({ failure: 'timeout' })],
    [
      'partial',
      'one source failed and all others hold nothing',
      standings({
        ...Object.fromEntries(sourceNames.map((source) => [source, { outcome: 'empty' as const }])),
        protestos: never('timeout'),
      }),
    ],
    ['partial', 'the registry no longer knows the taxpayer', standings({ identificacion: { failure: 'unknown_taxpayer' } })],
    ['failed', 'all failed and there is nothing', all(never('source_error'))],
    [
      'failed',
      'all sources that did not fail are not contracted',
      standings({
        ...Object.fromEntries(sourceNames.map((source) => [source, { outcome: 'not_contracted' as const }])),
        protestos: never('timeout'),
      }),
    ],
    ['failed', 'the registry does not know the number, whatever others answer', standings({ identificacion: never('unknown_taxpayer') })],
  ] as const)('is %s when %s', (state, _when, given) => {
    expect(profileState(given)).toBe(state);
  });

  it('names exactly the sources that failed; an unknown taxpayer is not a failure', () => {
    const given = standings({
      protestos: never('timeout'),
      deuda_coactiva: { failure: 'malformed' },
      identificacion: never('unknown_taxpayer'),
    });
    expect(failedSources(given).toSorted()).toEqual(['deuda_coactiva', 'protestos']);
    expect(taxpayerIsUnknown(given)).toBe(true);
    expect(taxpayerIsUnknown(standings({ identificacion: { failure: 'unknown_taxpayer' } }))).toBe(false);
    const nowContracted = standings({ identificacion: { outcome: 'not_contracted', failure: 'unknown_taxpayer' } });
    expect([taxpayerIsUnknown(nowContracted), profileState(nowContracted), failedSources(nowContracted)]).toEqual([true, 'failed', []]);
  });

  it('has no failed screening for an unknown number, but one when a name could not be read', () => {
    const nobody = never('nobody_to_screen');
    expect(failedSources(standings({ identificacion: never('unknown_taxpayer'), listas_compliance: nobody }))).toEqual([]);
    const unread = standings({ identificacion: never('timeout'), listas_compliance: nobody });
    expect(failedSources(unread).toSorted()).toEqual(['identificacion', 'listas_compliance']);
  });

  it('lacks the registry and the screening once it was read', () => {
    const given = standings({ identificacion: never('unknown_taxpayer'), listas_compliance: never('nobody_to_screen') });
    expect(failedSources(given, true).toSorted()).toEqual(['identificacion', 'listas_compliance']);
  });

  it('names the registry that no longer knows the taxpayer: each partial profile names a source', () => {
    const denied = standings({ identificacion: { failure: 'unknown_taxpayer' } });
    expect([profileState(denied), failedSources(denied)]).toEqual(['partial', ['identificacion']]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(null, 'timeout', 'unknown_taxpayer'), { minLength: 17, maxLength: 17 }), (failures) => {
        const given = standings(Object.fromEntries(sourceNames.map((source, i) => [source, { failure: failures[i] }])) as Changes);
        expect(failedSources(given).length > 0).toBe(profileState(given) === 'partial');
      }),
    );
  });

  it('is succeeded exactly when no source failed', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.constantFrom('timeout', 'malformed')), { minLength: 17, maxLength: 17 }), (failures) => {
        const given = standings(Object.fromEntries(sourceNames.map((source, i) => [source, { failure: failures[i] }])) as Changes);
        expect(profileState(given) === 'succeeded').toBe(failures.every((failure) => failure === null));
      }),
    );
  });
});

describe('the code of a section', () => {
  it('is SH10 when there is an answer with data, also an earlier one', () => {
    expect(sectionCode('boletin', 'RUC', standings({ deuda_vencida: never('timeout') }))).toBe('SH10');
    expect(sectionCode('boletin', 'RUC', all({ failure: 'timeout' }))).toBe('SH10');
  });

  const nothing = { deuda_vencida: { outcome: 'not_contracted' }, protestos: { outcome: 'empty' } } as const;

  it('is SH11 when nothing is registered, even when another of its sources is not contracted', () => {
    const given = { ...nothing, deuda_coactiva: { outcome: 'empty', failure: 'timeout' } } as const;
    expect(sectionCode('boletin', 'RUC', standings(given))).toBe('SH11');
    expect(sectionCode('boletin', 'RUC', all({ outcome: 'not_contracted' }))).toBe('SH30');
  });

  it.each([
    ['late', never('timeout'), 'SH51'],
    ['down', { outcome: 'not_contracted', failure: 'unreachable' }, 'SH50'],
  ] as const)('does not call it "nothing registered" that one source is empty and another was %s from the start', (_how, change, code) => {
    expect(sectionCode('boletin', 'RUC', standings({ ...nothing, deuda_coactiva: change }))).toBe(code);
  });

  it.each([
    ['is down', never('unreachable'), 'SH50'],
    ['is late', never('timeout'), 'SH51'],
    ['has been down since it was contracted', { outcome: 'not_contracted', failure: 'unreachable' }, 'SH50'],
  ] as const)('tells that the only contracted source %s, not that no source is contracted', (_what, change, code) => {
    const others = { deuda_vencida: { outcome: 'not_contracted' }, protestos: { outcome: 'not_contracted' } } as const;
    expect(sectionCode('boletin', 'RUC', standings({ ...others, deuda_coactiva: change }))).toBe(code);
  });

  it('is SH50 for a screening that found nobody to compare', () => {
    expect(sectionCode('alerta_compliance', 'DNI', standings({ listas_compliance: { outcome: 'empty' } }))).toBe('SH50');
  });

  it.each([
    [['timeout', 'deadline', 'timeout'], 'SH51'],
    [['timeout', 'source_error', 'deadline'], 'SH50'],
    [['unreachable', 'unreachable', 'malformed'], 'SH50'],
  ])('after %j is %s', (failures, code) => {
    const given = standings(Object.fromEntries(sourcesOf('laboral').map((source, i) => [source, never(failures[i]!)])));
    expect(sectionCode('laboral', 'RUC', given)).toBe(code);
  });

  it('is SH40 for the representatives of a person', () => {
    expect(['RUC', 'DNI', 'CE'].map((docType) => sectionCode('legal', docType as 'RUC', standings()))).toEqual(['SH10', 'SH40', 'SH40']);
  });

  it('is that of its answers before it is in use, because the next release may have asked', () => {
    Reflect.set(sourceCatalogue.score_tercero, 'docTypes', []);
    try {
      expect(sectionCode('alerta_tercero', 'DNI', standings())).toBe('SH10');
      expect(sectionCode('alerta_tercero', 'RUC', standings({ score_tercero: never('timeout') }))).toBe('SH51');
    } finally {
      Reflect.deleteProperty(sourceCatalogue.score_tercero, 'docTypes');
    }
  });

  it('never depends on the sources of another section', () => {
    for (const section of sections.filter((name) => sourcesOf(name).length > 0 && appliesTo(name, 'RUC'))) {
      const own = Object.fromEntries(sourcesOf(section).map((source) => [source, never('timeout')]));
      expect(sectionCode(section, 'RUC', standings(own))).toBe('SH51');
    }
  });
});

describe('the sources that a load asks', () => {
  it('are at first all sources for the kind of document', () => {
    expect(sourcesToAsk('RUC', [], later)).toEqual(sourcesFor('RUC'));
    expect(sourcesToAsk('CE', [], later)).toEqual(sourcesFor('CE'));
    expect(sourcesFor('RUC').filter((source) => !sourcesFor('CE').includes(source))).toContain('representantes_legales');
  });

  it('are empty while every answer is complete and fresh', () => {
    expect(sourcesToAsk('RUC', standings(), answeredAt)).toEqual([]);
    expect(sourcesToAsk('RUC', all({ outcome: 'empty' }), answeredAt)).toEqual([]);
    expect(
      sourcesToAsk(
        'DNI',
        standings().filter(({ source }) => source !== 'representantes_legales'),
        answeredAt,
      ),
    ).toEqual([]);
  });

  it.each([
    ['failed', { failure: 'timeout' }],
    ['is old', { answeredAt: new Date(answeredAt.getTime() - 1) }],
    ['called its answer incomplete', { complete: false }],
    ['never answered', never('timeout')],
  ])('are only the source that %s', (_what, change) => {
    expect(sourcesToAsk('RUC', standings({ trabajadores: change }), answeredAt)).toEqual(['trabajadores']);
  });

  it('include a source that was not contracted, once it may be contracted', () => {
    const given = standings({ protestos: { outcome: 'not_contracted' }, trabajadores: { outcome: 'empty' } });
    const renewed = { protestos: later, trabajadores: later, identificacion: later };
    expect(sourcesToAsk('RUC', given, answeredAt, renewed)).toEqual(['protestos']);
    expect(sourcesToAsk('RUC', given, answeredAt, { protestos: answeredAt })).toEqual([]);
    expect(sourcesToAsk('RUC', given, answeredAt)).toEqual([]);
  });

  it('include the sources that depend on them', () => {
    expect(sourcesToAsk('RUC', standings({ identificacion: { failure: 'timeout' } }), answeredAt)).toEqual([
      'identificacion',
      'listas_compliance',
    ]);
    expect(sourcesToAsk('RUC', all({}), later)).toEqual(sourcesFor('RUC'));
  });
});
