import type { DatasetKind } from '@vigia/contracts';
import type { Problem } from './problems.js';

/** Below so many rows in force nothing is compared by shares. */
export const fewestCompared = 1_000;
/** So many lines are allowed in any case, where a share of all lines would be fewer. */
export const allowedLines = 20;
const unknownShare = 0.005;
/** How many lines are allowed for each line of the version in force. */
const mostShare: Partial<Record<DatasetKind, number>> = { taxpayers: 1.05, premises: 1.05 };
/**
 * Far more lines than are published. Files of other kinds come over HTTPS or from an operator, and only their bytes are bounded.
 */
const mostLines: Partial<Record<DatasetKind, number>> = {
  taxpayers: 100_000_000,
  premises: 100_000_000,
  marks: 1_000_000,
  trade: 3_000_000,
};

/** What is counted while a file is read. */
interface Counts {
  lines: number;
  unknown: number;
}

/**
 * What a file may have at most, as far as that is known before it is read. Beyond it, reading ends: whatever comes next, the guards would
 * refuse the version, and its rows would fill the disk meanwhile.
 */
export class Limits {
  private readonly most: number;
  private readonly expected: string;

  constructor(kind: DatasetKind, previous?: { lines: number; rows: number }) {
    const most = mostLines[kind] ?? Infinity;
    const share = previous && previous.rows >= fewestCompared ? mostShare[kind] : undefined;
    const compared = share === undefined ? Infinity : previous!.lines * share;
    this.most = Math.min(most, compared);
    this.expected = compared <= most ? `the version in force has ${previous?.lines}` : `${most} are expected at most`;
  }

  /** The problem of a whole file with so many lines. */
  ofLines(lines: number): Problem | undefined {
    return lines > this.most ? { code: 'more', detail: `${lines} lines, but ${this.expected}` } : undefined;
  }

  /** The problem of a whole file with so many unknown values. */
  ofUnknown({ lines, unknown }: Counts): Problem | undefined {
    return unknown > mostUnknown(lines) ? { code: 'unknown', detail: `${unknown} of ${lines} lines have an unknown value` } : undefined;
  }

  /** The problem of a file that has been read up to here, however it goes on. */
  whileRead({ lines, unknown }: Counts): Problem | undefined {
    if (lines > this.most) return { code: 'more', detail: `${lines} lines or more, but ${this.expected}` };
    if (unknown <= mostUnknown(this.most)) return undefined;
    return { code: 'unknown', detail: `${unknown} of the first ${lines} lines have an unknown value` };
  }
}

const mostUnknown = (lines: number) => Math.max(allowedLines, lines * unknownShare);

/** A file was read up to one of its limits, and no further. */
export class BeyondLimits extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = 'BeyondLimits';
  }
}
