import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconClockExclamation,
  IconDownload,
  IconLicense,
  IconPlayerPause,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react';
import type { AnswerTo } from '#gateway/operations.ts';
import type { Tone } from '#theme/colours.ts';

export type Dataset = AnswerTo<'GET /panel/v1/operator/datasets'>['datasets'][number];
export type Version = NonNullable<Dataset['latest']>;

/** In the order in which they ask for attention. */
const states = ['late', 'refused', 'failed', 'importing', 'paused', 'fresh', 'byHand', 'none', 'unlicensed'] as const;
export type DatasetState = (typeof states)[number];

const underWay: Version['state'][] = ['waiting', 'downloading', 'importing', 'checked'];
export const isUnderWay = ({ state, endedAt }: Version) => endedAt === null && underWay.includes(state);

/** Weeks or months that are in force beside each other: each has versions of its own. */
export const hasParts = ({ current }: Dataset) => current !== null && current.part !== null;

/** What is in force stays so while something newer fails: that is said before its age. */
export function stateOf({ latest, current, pause, isLate, licenceMissing, cadence }: Dataset): DatasetState {
  if (latest && isUnderWay(latest)) return 'importing';
  if (latest && !latest.dryRun && (latest.state === 'refused' || latest.state === 'failed')) return latest.state;
  if (licenceMissing) return 'unlicensed';
  if (pause) return 'paused';
  if (isLate) return 'late';
  if (!current) return 'none';
  return cadence === 'by_hand' ? 'byHand' : 'fresh';
}

export const stateLooks: Record<DatasetState, { tone: Tone; icon: Icon }> = {
  late: { tone: 'bad', icon: IconClockExclamation },
  refused: { tone: 'watch', icon: IconAlertTriangle },
  failed: { tone: 'watch', icon: IconPlugConnectedX },
  importing: { tone: 'info', icon: IconDownload },
  paused: { tone: 'info', icon: IconPlayerPause },
  fresh: { tone: 'good', icon: IconCheck },
  byHand: { tone: 'good', icon: IconCheck },
  none: { tone: 'quiet', icon: IconCircleDashed },
  unlicensed: { tone: 'locked', icon: IconLicense },
};

export function byAttention(datasets: Dataset[]): Dataset[] {
  const rank = (dataset: Dataset) => states.indexOf(stateOf(dataset));
  return datasets.toSorted((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title));
}
