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
export class Replay {
  private balances = nothing;
  private fault: string | undefined;

  /** Takes the entries that follow. After one that does not fit, nothing that comes later can be judged. */
  take(entries: RecordedEntry[]): void {
    for (const entry of entries) this.fault ??= this.play(entry);
  }

  end({ balances: recorded, openHolds, paidMonths }: RecordedAccount): string[] {
    if (this.fault !== undefined) return [this.fault];
    const drifts: string[] = [];
    if (!sameBalances(this.balances, recorded))
      drifts.push(`the account says ${text(recorded)}, the entries come to ${text(this.balances)}`);
    if (recorded.held !== openHolds) drifts.push(`${recorded.held} months are held, the open holds are of ${openHolds}`);
    if (recorded.consumed !== paidMonths) drifts.push(`${recorded.consumed} months are consumed, the monitorings are of ${paidMonths}`);
    return drifts;
  }

  private play({ seq, kind, months, after }: RecordedEntry): string | undefined {
    try {
      this.balances = post(this.balances, kind, months);
    } catch (error) {
      if (!(error instanceof UnbalancedPostingError)) throw error;
      return `entry ${seq}: ${error.message}`;
    }
    return sameBalances(this.balances, after) ? undefined : `entry ${seq} says ${text(after)}, it comes to ${text(this.balances)}`;
  }
}

const text = ({ granted, available, held, consumed }: Balances) => `${granted} = ${available} + ${held} + ${consumed}`;
