import { type EntryKind, PlainError } from '@vigia/contracts';

/** Monitoring-months of one contract: granted = available + held + consumed. */
export interface Balances {
  granted: number;
  available: number;
  held: number;
  consumed: number;
}

export const nothing: Balances = { granted: 0, available: 0, held: 0, consumed: 0 };

/** How each kind moves one month. */
const moves: Record<EntryKind, Balances> = {
  grant: { granted: 1, available: 1, held: 0, consumed: 0 },
  adjust: { granted: -1, available: -1, held: 0, consumed: 0 },
  hold: { granted: 0, available: -1, held: 1, consumed: 0 },
  commit: { granted: 0, available: 0, held: -1, consumed: 1 },
  void: { granted: 0, available: 1, held: -1, consumed: 0 },
  return: { granted: 0, available: 1, held: 0, consumed: -1 },
  deduct: { granted: 0, available: -1, held: 0, consumed: 1 },
};

export class UnbalancedPostingError extends PlainError {}

/** The balances after a movement of months. None may fall below zero. */
export function post(before: Balances, kind: EntryKind, months: number): Balances {
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

const levels = [50, 20, 10, 0] as const;
type QuotaLevel = (typeof levels)[number];

/** The percentage of granted months that is left. Held months may come back, so they do not count as used. */
const left = ({ granted, available, held }: Balances) => (granted === 0 ? 100 : ((available + held) * 100) / granted);

/** The levels that a change has reached or crossed from above. */
export function levelsCrossed(before: Balances, after: Balances): QuotaLevel[] {
  return levels.filter((level) => left(before) > level && left(after) <= level);
}

export interface RecordedEntry {
  seq: number;
  kind: EntryKind;
  months: number;
  after: Balances;
}

export interface RecordedAccount {
  balances: Balances;
  /** Months of the open holds. */
  openHolds: number;
  /** Months of all monitorings, less those that came back. */
  paidMonths: number;
}

/** Replays a ledger from its first entry by the rules above, and names where the recorded balances differ. */
export class Replay {
  private balances = nothing;
  private fault: string | undefined;

  /** Takes the next entries. After one that does not fit, later ones cannot be judged. */
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
