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

/** What a file says about itself while it is read. */
export interface Notes {
  reject(reject: Reject): void;
  /** The day of publication, if the file itself gives it. */
  published(day: string): void;
  /** How many lines have been read so far. */
  lines(count: number): void;
  /** The week or month that a file covers, by its first day, if several are in force side by side. */
  part(day: string): void;
  /** A value that this version does not know and that was kept unchanged. */
  unknown(what: string): void;
  /** A column that this version does not know and does not read. */
  unreadColumn(title: string): void;
  /** A column that the file need not have, and lacks. */
  lackingColumn(title: string): void;
  /** Which taxpayers to take; only for a register of taxpayers. */
  takes?: (ruc: string) => boolean;
  /** The table that takes them will detect duplicate taxpayers: the layout need not. */
  isKeyed?: boolean;
}

/** The file is not what its name says: nothing of it is taken. `code` is for people who search for it. */
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
 * Lines in the text format of COPY, in the column order of the kind, ready to be sent unchanged. The bytes stay valid until the batch after
 * the next is requested.
 */
export interface CopiedRows {
  rows: number;
  bytes: Buffer;
}
