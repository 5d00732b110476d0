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
  published(day: string): void;
  lines(count: number): void;
}

export interface Layout<Row> {
  /** The entry of an archive, or the file of a folder, that plays each role. Without `main` there is nothing to read. */
  files: Record<string, RegExp>;
  read(files: Record<string, SourceFile>, notes: Notes): AsyncIterable<Row>;
}

export type DatasetKind = 'taxpayers' | 'premises' | 'marks' | 'suppliers' | 'sanctioned' | 'trade' | 'rates' | 'activities' | 'list';
export type Cadence = 'two_hourly' | 'daily' | 'weekly' | 'monthly' | 'by_hand';

export interface Dataset<Row = unknown> {
  name: string;
  kind: DatasetKind;
  title: string;
  publisher: string;
  licence: string;
  /** Null where nothing is published: an operator brings the file. */
  address: string | null;
  cadence: Cadence;
  layout: Layout<Row>;
}
