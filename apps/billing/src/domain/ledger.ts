import { PlainError } from '@vigia/contracts';

/** Monitoring-months of one contract. What was granted is always in one of the other three. */
export interface Balances {
  granted: number;
  available: number;
  held: number;
  consumed: number;
}

export const nothing: Balances = { granted: 0, available: 0, held: 0, consumed: 0 };

export const postingKinds = ['grant', 'adjust', 'hold', 'commit', 'void', 'return', 'deduct'] as const;
export type PostingKind = (typeof postingKinds)[number];

/** Which way each kind moves one month. */
const moves: Record<PostingKind, Balances> = {
  grant: { granted: 1, available: 1, held: 0, consumed: 0 },
  adjust: { granted: -1, available: -1, held: 0, consumed: 0 },
  hold: { granted: 0, available: -1, held: 1, consumed: 0 },
  commit: { granted: 0, available: 0, held: -1, consumed: 1 },
  void: { granted: 0, available: 1, held: -1, consumed: 0 },
  return: { granted: 0, available: 1, held: 0, consumed: -1 },
  deduct: { granted: 0, available: -1, held: 0, consumed: 1 },
};

export class UnbalancedPostingError extends PlainError {}

/** The balances after months were moved. Nothing ever falls below zero. */
export function post(before: Balances, kind: PostingKind, months: number): Balances {
  const move = moves[kind];
  const after: Balances = {
    granted: before.granted + move.granted * months,
    available: before.available + move.available * months,
    held: before.held + move.held * months,
    consumed: before.consumed + move.consumed * months,
  };
  if (!Number.isInteger(months) || months < 0 || Object.values(after).some((balance) => balance < 0)) {
    throw new UnbalancedPostingError(`${kind} of ${months} months does not fit ${JSON.stringify(before)}`);
  }
  return after;
}

export function sameBalances(one: Balances, other: Balances): boolean {
  return (Object.keys(nothing) as (keyof Balances)[]).every((account) => one[account] === other[account]);
}
