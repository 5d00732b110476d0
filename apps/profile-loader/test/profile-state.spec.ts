import { describe, expect, it } from '@jest/globals';
import { sections, sourceNames, sourcesOf, type SourceName } from '@vigia/contracts';
import fc from 'fast-check';
import { failedSources, profileState, sectionCode, type ClosedTask, type KeptAnswer } from '../src/domain/profile-state.js';

type Ending = Partial<Record<SourceName, [ClosedTask['state'], string?]>>;

/** A load in which everything answered, but for what is given. */
function closed(endings: Ending = {}): ClosedTask[] {
  return sourceNames.map((source) => {
    const [state, failure = null] = endings[source] ?? ['data'];
    return { source, state, failure };
  });
}

function allEnded(state: ClosedTask['state'], failure?: string): ClosedTask[] {
  return closed(Object.fromEntries(sourceNames.map((source) => [source, [state, failure]])));
}

const kept = (outcome: KeptAnswer['outcome'], ...sources: SourceName[]): KeptAnswer[] => sources.map((source) => ({ source, outcome }));

describe('the state of a profile', () => {
  it.each([
    ['succeeded', 'every source answered', closed(), kept('data', ...sourceNames)],
    ['succeeded', 'sources hold nothing or are not contracted', closed({ protestos: ['empty'], trabajadores: ['not_contracted'] }), []],
    ['partial', 'one source failed', closed({ protestos: ['failed', 'timeout'] }), kept('data', 'identificacion')],
    ['partial', 'all failed and there are earlier answers', allEnded('failed', 'timeout'), kept('data', 'protestos')],
    ['failed', 'all failed and there is nothing', allEnded('failed', 'source_error'), []],
    ['failed', 'nobody has the number, whatever others say', closed({ identificacion: ['unknown_taxpayer'] }), kept('empty', 'protestos')],
  ] as const)('is %s when %s', (state, _when, tasks, answers) => {
    expect(profileState([...tasks], [...answers])).toBe(state);
  });

  it('names exactly the sources that failed', () => {
    const endings: Ending = { protestos: ['failed', 'timeout'], trabajadores: ['not_contracted'], deuda_coactiva: ['failed', 'malformed'] };
    expect(failedSources(closed(endings)).toSorted()).toEqual(['deuda_coactiva', 'protestos']);
  });

  it('is succeeded exactly when no source failed, as long as the taxpayer exists', () => {
    const state = fc.constantFrom<ClosedTask['state']>('data', 'empty', 'not_contracted', 'failed');
    fc.assert(
      fc.property(fc.array(state, { minLength: 17, maxLength: 17 }), fc.boolean(), (states, hasEarlier) => {
        const tasks = sourceNames.map((source, i) => ({ source, state: states[i]!, failure: null }));
        const answers = tasks.filter((task) => task.state !== 'failed').map(({ source }) => ({ source, outcome: 'data' as const }));
        const result = profileState(tasks, hasEarlier ? kept('data', 'protestos') : answers);
        expect(result === 'succeeded').toBe(!states.includes('failed'));
      }),
    );
  });
});

describe('the code of a section', () => {
  it('says that an answer with data is there, also an earlier one', () => {
    expect(sectionCode('boletin', closed({ deuda_vencida: ['failed', 'timeout'] }), kept('data', 'protestos'))).toBe('SH10');
    expect(sectionCode('boletin', allEnded('failed', 'timeout'), kept('data', 'protestos'))).toBe('SH10');
  });

  it('says that nothing is registered, even when another of its sources is not contracted', () => {
    const answers = [...kept('empty', 'protestos'), ...kept('not_contracted', 'deuda_vencida')];
    expect(sectionCode('boletin', closed(), answers)).toBe('SH11');
    expect(sectionCode('boletin', closed(), kept('not_contracted', ...sourcesOf('boletin')))).toBe('SH30');
  });

  it.each([
    [['timeout', 'deadline', 'timeout'], 'SH51'],
    [['timeout', 'source_error', 'deadline'], 'SH50'],
    [['unreachable', 'unreachable', 'malformed'], 'SH50'],
  ])('after %j is %s', (failures, code) => {
    const endings = Object.fromEntries(sourcesOf('laboral').map((source, i) => [source, ['failed', failures[i]]])) as Ending;
    expect(sectionCode('laboral', closed(endings), kept('data', 'identificacion'))).toBe(code);
  });

  it('without a task of its own is SH50 without sources, not a timeout', () => {
    expect(sectionCode('laboral', [], [])).toBe('SH50');
    expect(sectionCode('alerta_servicio', closed(), kept('data', ...sourceNames))).toBe('SH20');
  });

  it('never depends on the sources of another section', () => {
    for (const section of sections.filter((name) => sourcesOf(name).length > 0)) {
      const others = sourceNames.filter((source) => !sourcesOf(section).includes(source));
      expect(sectionCode(section, allEnded('failed', 'timeout'), kept('data', ...others))).toBe('SH51');
    }
  });
});
