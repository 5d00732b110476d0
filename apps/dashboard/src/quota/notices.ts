import { isDay } from '@vigia/contracts';
import type { AnswerTo } from '#gateway/operations.ts';
import { daysBetween } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';
import type { Contract } from './contract.ts';

type Notice = AnswerTo<'GET /panel/v1/quota/alerts'>['alerts'][number];

interface Notices {
  /** Somebody can still act: the level of the quota first, then what ends, in the order of its days. */
  open: Notice[];
  /** Newest first. */
  past: Notice[];
}

const pastDays = 30;

/**
 * The alerts about a contract that are still true. Only the lowest of several levels of its quota is told, because it includes the others, and
 * none once the contract has ended.
 */
export function noticesOf(
  alerts: Notice[],
  { contractId, quota, phase }: Pick<Contract, 'contractId' | 'quota' | 'phase'>,
  today = dayOf(Date.now()),
): Notices {
  const own = alerts.filter((alert) => alert.contractId === contractId);
  const levels = own.filter((alert) => holds(levelOf(alert), quota)).toSorted((one, other) => levelOf(one)! - levelOf(other)!);
  const days = own.filter(({ crossing }) => isDay(crossing)).toSorted((one, other) => one.crossing.localeCompare(other.crossing));
  const others = own.filter((alert) => levelOf(alert) === undefined && !isDay(alert.crossing));
  return {
    open: [...(phase === 'ended' ? [] : levels.slice(0, 1)), ...others, ...days.filter(({ crossing }) => crossing >= today)],
    past: days.filter(({ crossing }) => crossing < today && daysBetween(crossing, today) <= pastDays).toReversed(),
  };
}

function levelOf({ kind }: Notice): number | undefined {
  const [, level] = /^quota_(\d+)$/.exec(kind) ?? [];
  return level === undefined ? undefined : Number(level);
}

/** Months may have come back. Billing counts held months as left, too. */
function holds(level: number | undefined, quota: Contract['quota']): boolean {
  return level !== undefined && (quota === null || (quota.available + quota.held) * 100 <= level * quota.granted);
}
