import type { SourceName } from '@vigia/contracts';

/** The ways of answering that a test or an operator can ask for. */
export const controllableOutcomes = [
  'ok',
  'no_data',
  'error',
  'timeout',
  'malformed',
  'drifted',
  'rate_limited',
  'not_contracted',
] as const;
export type ControllableOutcome = (typeof controllableOutcomes)[number];
export type Outcome = ControllableOutcome | 'unknown_taxpayer';

/** How a source answers the n-th call about one document, counted from 0. */
export type Script = (source: SourceName, call: number) => Outcome;

export const always =
  (outcome: Outcome): Script =>
  () =>
    outcome;

export const onlyFrom =
  (sources: readonly SourceName[], outcome: Outcome): Script =>
  (source) =>
    sources.includes(source) ? outcome : 'ok';

/** One outcome after the other, then from the first again. */
export const inTurn =
  (...outcomes: readonly [Outcome, ...Outcome[]]): Script =>
  (_source, call) =>
    outcomes[call % outcomes.length]!;

/** The registry knows that nobody has this number; the other sources just hold no data about it. */
export const unknownTaxpayer: Script = (source) => (source === 'identificacion' ? 'unknown_taxpayer' : 'no_data');
