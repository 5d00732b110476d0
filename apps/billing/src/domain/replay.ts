import { nothing, post, sameBalances, UnbalancedPostingError, type Balances, type PostingKind } from './ledger.js';

export interface RecordedEntry {
  seq: number;
  kind: PostingKind;
  months: number;
  after: Balances;
}

export interface RecordedAccount {
  balances: Balances;
  /** Months of the holds that are open. */
  openHolds: number;
  /** Months of all monitorings less those that came back. */
  paidMonths: number;
}

/** Plays a ledger from its first entry on, by the rules and not by what it says itself, and names what differs. */
export function replay(entries: RecordedEntry[], { balances: recorded, openHolds, paidMonths }: RecordedAccount): string[] {
  const drifts: string[] = [];
  let balances = nothing;
  for (const { seq, kind, months, after } of entries) {
    try {
      balances = post(balances, kind, months);
    } catch (error) {
      if (!(error instanceof UnbalancedPostingError)) throw error;
      return [...drifts, `entry ${seq}: ${error.message}`];
    }
    if (!sameBalances(balances, after)) return [...drifts, `entry ${seq} says ${text(after)}, it comes to ${text(balances)}`];
  }
  if (!sameBalances(balances, recorded)) drifts.push(`the account says ${text(recorded)}, the entries come to ${text(balances)}`);
  if (recorded.held !== openHolds) drifts.push(`${recorded.held} months are held, the open holds are of ${openHolds}`);
  if (recorded.consumed !== paidMonths) drifts.push(`${recorded.consumed} months are consumed, the monitorings are of ${paidMonths}`);
  return drifts;
}

const text = ({ granted, available, held, consumed }: Balances) => `${granted} = ${available} + ${held} + ${consumed}`;
