import { pauseCauses } from '@vigia/contracts';
import type { AnswerTo } from '#gateway/operations.ts';
import { daysBetween } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';

export type Dataset = AnswerTo<'GET /panel/v1/operator/datasets'>['datasets'][number];
export type Version = NonNullable<Dataset['latest']>;

/** In the order in which they need attention. */
const states = ['leaving', 'late', 'refused', 'failed', 'importing', 'paused', 'fresh', 'byHand', 'none', 'retired', 'unlicensed'] as const;
export type DatasetState = (typeof states)[number];

const underWay: Version['state'][] = ['waiting', 'downloading', 'importing', 'checked'];
export const isUnderWay = ({ state, endedAt }: Version) => endedAt === null && underWay.includes(state);

/** Whether weeks or months are in force side by side: each has its own versions. */
export const hasParts = ({ current }: Dataset) => current !== null && current.part !== null;

/** Its publisher answers only people, who upload a file of taxpayers. */
export const isAskedByFile = ({ dataset }: Dataset) => dataset === 'consulta_multiple';

export type PauseCause = keyof typeof pauseCauses;

/** Since when and why downloads are paused. Without a cause an operator paused them. */
export function pauseOf({ pause }: Pick<Dataset, 'pause'>): { since: string; reason: string; cause: PauseCause | undefined } | undefined {
  if (!pause) return undefined;
  const causes = Object.keys(pauseCauses) as PauseCause[];
  const cause = causes.find((one) => pause.reason.startsWith(pauseCauses[one]));
  return { since: pause.since, reason: cause ? pause.reason.slice(pauseCauses[cause].length) : pause.reason, cause };
}

/** How the latest version failed, if it should have taken effect and did not. */
export function notTaken({ latest, current, pause }: Pick<Dataset, 'latest'> & Partial<Dataset>): 'refused' | 'failed' | undefined {
  if (!latest || latest.dryRun) return undefined;
  // Nobody wants what is paused and not in force: it was retired, or never imported.
  if (pause && !current) return undefined;
  return latest.state === 'refused' || latest.state === 'failed' ? latest.state : undefined;
}

const soonDays = 14;
/** A week that nobody has is about to be removed by its publisher: afterwards it cannot be recovered. */
export function isLeaving({ missingWeek }: Pick<Dataset, 'missingWeek'>, today = dayOf(Date.now())): boolean {
  return missingWeek !== null && daysBetween(today, missingWeek.leavesOn) <= soonDays;
}

/** While a newer version fails, the version in force stays. The failure is then shown in preference to the age of the version in force. */
export function stateOf(dataset: Dataset, today?: string): DatasetState {
  const { latest, current, pause, isLate, licenceMissing, cadence } = dataset;
  if (latest && isUnderWay(latest)) return 'importing';
  if (isLeaving(dataset, today)) return 'leaving';
  const ended = notTaken(dataset);
  if (ended) return ended;
  if (!current && pauseOf(dataset)?.cause === 'retirement') return 'retired';
  if (licenceMissing) return 'unlicensed';
  if (pause) return 'paused';
  if (isLate) return 'late';
  if (!current) return 'none';
  return cadence === 'by_hand' ? 'byHand' : 'fresh';
}

export function byAttention(datasets: Dataset[], today?: string): Dataset[] {
  const rank = (dataset: Dataset) => states.indexOf(stateOf(dataset, today));
  return datasets.toSorted((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title));
}

const needs: DatasetState[] = ['leaving', 'late', 'refused', 'failed'];

/** What an operator has to see to today. */
export function inNeed(datasets: Dataset[], today?: string): Dataset[] {
  return byAttention(datasets, today).filter((dataset) => needs.includes(stateOf(dataset, today)));
}
