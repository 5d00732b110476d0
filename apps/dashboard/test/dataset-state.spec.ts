import { describe, expect, it } from '@jest/globals';
import { panel } from '@vigia/contracts';
import { byAttention, type Dataset, inNeed, isLeaving, notTaken, pauseOf, stateOf } from '../src/operations/datasets/dataset-state.ts';

const today = '2026-11-23';
const example = panel.operatorDatasets.list.answer.example.datasets[0] as Dataset;
const latest = example.latest!;
const pause = { reason: 'prueba', since: '2026-11-21T15:20:00.000Z' };
const retired = { ...pause, reason: 'retired: prueba' };
const missing = (leavesOn: string) => ({ week: '2026-09-14', leavesOn });

describe('the state of a data set', () => {
  it.each<[string, Partial<Dataset>, string]>([
    ['misses nothing', {}, 'fresh'],
    ['misses a week that its publisher keeps for fifteen more days', { missingWeek: missing('2026-12-08') }, 'fresh'],
    ['misses a week that its publisher removes in fourteen days', { missingWeek: missing('2026-12-07') }, 'leaving'],
    ['misses a week on its last day while it is paused', { missingWeek: missing('2026-11-23'), pause }, 'leaving'],
    [
      'misses a week and its latest version was refused',
      { missingWeek: missing('2026-11-24'), latest: { ...latest, state: 'refused' } },
      'leaving',
    ],
    [
      'is importing the missing week',
      { missingWeek: missing('2026-11-24'), latest: { ...latest, state: 'importing', endedAt: null } },
      'importing',
    ],
    ['is paused', { pause, isLate: true }, 'paused'],
    [
      'was never in force, and is paused since its download failed',
      { current: null, latest: { ...latest, state: 'failed' }, pause },
      'paused',
    ],
    ['was retired after its download had failed', { current: null, latest: { ...latest, state: 'failed' }, pause: retired }, 'retired'],
    ['was retired because its licence has lapsed', { current: null, pause: retired, licenceMissing: true }, 'retired'],
    ['was retired and imported again', { pause: retired }, 'paused'],
    ['is late', { isLate: true }, 'late'],
  ])('is the expected one for a data set that %s', (_, told, state) => {
    expect(stateOf({ ...example, ...told }, today)).toBe(state);
  });

  it('puts a data set that is about to lose a week before a late one', () => {
    const [fresh, late] = [example, { ...example, dataset: 'eu', isLate: true }];
    const leaving = { ...example, dataset: 'exportaciones', missingWeek: missing('2026-12-01') };
    expect(byAttention([fresh, late, leaving], today).map(({ dataset }) => dataset)).toEqual(['exportaciones', 'eu', 'un']);
  });

  it('shows an operator first of all what is leaving, late, refused or failed, and nothing else', () => {
    const told: Partial<Dataset>[] = [
      {},
      { pause, isLate: true },
      { current: null, latest: null },
      { latest: { ...latest, state: 'failed' } },
      { latest: { ...latest, state: 'refused' }, pause },
      { isLate: true },
      { missingWeek: missing('2026-12-01') },
    ];
    const datasets = told.map((one, place) => ({ ...example, dataset: String(place), ...one }));
    expect(inNeed(datasets, today).map(({ dataset }) => dataset)).toEqual(['6', '5', '4', '3']);
  });

  it('separates why downloads are paused from the reason that an operator gave', () => {
    const { since } = pause;
    const pausedFor = (reason: string) => pauseOf({ pause: { since, reason } });
    expect(pausedFor('retired: prueba')).toEqual({ since, cause: 'retirement', reason: 'prueba' });
    expect(pausedFor('rolled back: prueba')).toEqual({ since, cause: 'rollback', reason: 'prueba' });
    expect([pausedFor('prueba'), pauseOf({ pause: null })]).toEqual([{ since, cause: undefined, reason: 'prueba' }, undefined]);
  });

  it('leaves the refusal of the latest version visible beside a missing week', () => {
    const refused = { ...example, missingWeek: missing('2026-11-24'), latest: { ...latest, state: 'refused' as const } };
    expect([isLeaving(refused, today), notTaken(refused), notTaken(example)]).toEqual([true, 'refused', undefined]);
    expect(notTaken({ latest: { ...refused.latest, dryRun: true } })).toBeUndefined();
  });
});
