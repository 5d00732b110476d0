import type { RejectReason, UnreadableCode } from '@vigia/contracts';

export interface SourceFile {
  name: string;
  open(): AsyncIterable<Buffer>;
}

export interface Reject {
  line: number;
  reason: RejectReason;
  text: string;
}

/** What a file says of itself while it is read. */
export interface Notes {
  reject(reject: Reject): void;
  /** The day of publication, where the file itself says it. */
  published(day: string): void;
  /** How many lines have been read so far. */
  lines(count: number): void;
  /** Which week or month a file is about, by its first day, where many are in force beside each other. */
  part(day: string): void;
  /** A value that this version does not know and that was kept as it is. */
  unknown(what: string): void;
  /** Which taxpayers to take; only for a register of taxpayers. */
  takes?: (ruc: string) => boolean;
  /** The table that takes them will tell when a taxpayer comes twice: it need not be looked for. */
  isKeyed?: boolean;
}

/** The file is not what its name says: nothing of it is taken. `code` is for people who look for it. */
export class UnreadableFile extends Error {
  constructor(
    readonly code: UnreadableCode,
    message: string,
  ) {
    super(message);
    this.name = 'UnreadableFile';
  }
}

/**
 * Lines as COPY takes them (text format, in the order of the columns of the kind), ready to be sent as they are. The bytes stand until the ones
 * after the next are asked for.
 */
export interface CopiedRows {
  rows: number;
  bytes: Buffer;
}
