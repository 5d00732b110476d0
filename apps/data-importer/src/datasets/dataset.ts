import type { RowOf } from './rows.js';

export interface SourceFile {
  name: string;
  open(): AsyncIterable<Buffer>;
}

export interface Reject {
  line: number;
  reason: string;
  text: string;
}

/** What a file says of itself while it is read. */
export interface Notes {
  reject(reject: Reject): void;
  /** The day of publication, where the file itself says it. */
  published(day: string): void;
  /** How many lines have been read so far. */
  lines(count: number): void;
  /** Which week a file of trade is about, by its first day. */
  part(day: string): void;
  /** A value that this version does not know and that was kept as it is. */
  unknown(what: string): void;
  /** Which taxpayers to take; only for a register of taxpayers. */
  takes?: (ruc: string) => boolean;
}

/** The file is not what its name says: nothing of it is taken. `code` is for people who look for it. */
export class UnreadableFile extends Error {
  constructor(
    readonly code: 'header' | 'archive' | 'cut_line' | 'long_line' | 'encoding' | 'form',
    message: string,
  ) {
    super(message);
    this.name = 'UnreadableFile';
  }
}

export interface Layout<Row> {
  /**
   * The entry of an archive, or the file of a folder, that plays each role. Without `main` there is nothing to read. `ignored` is what
   * comes along, is known and is not read.
   */
  files: Record<string, RegExp>;
  read(files: Record<string, SourceFile>, notes: Notes): AsyncIterable<Row>;
}

export type DatasetKind = keyof RowOf;
export type Cadence = 'two_hourly' | 'daily' | 'weekly' | 'monthly' | 'by_hand';

interface Described<Kind extends DatasetKind> {
  name: string;
  kind: Kind;
  title: string;
  publisher: string;
  licence: string;
  /** Null where nothing is published: an operator brings the file. */
  address: string | null;
  cadence: Cadence;
  /** Goes up when the same file would give other rows. */
  parser: number;
  /** A setting must say that the licence is held. */
  needsLicence?: true;
  layout: Layout<RowOf[Kind]>;
}

/** A data set of any kind; `Dataset<'list'>` is one of that kind. */
export type Dataset<Kind extends DatasetKind = DatasetKind> = { [K in Kind]: Described<K> }[Kind];
