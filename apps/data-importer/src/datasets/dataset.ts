import type { Cadence, DatasetKind } from '@vigia/contracts';
import type { Notes, SourceFile } from '../reading/source-file.js';
import type { RowOf } from './rows.js';

export { UnreadableFile, type Notes, type Reject, type SourceFile } from '../reading/source-file.js';

interface Layout<Row> {
  /**
   * The entry of an archive, or the file of a folder, that plays each role. Without `main` there is nothing to read. `ignored` is what
   * comes along, is known and is not read.
   */
  files: Record<string, RegExp>;
  /** What `main` is, where its pattern does not tell an operator. */
  mainIs?: string;
  /**
   * Each of the files is a register, which `registro` of its rows names: one that comes alone is `main`, and is refused where another is in
   * force.
   */
  eitherAlone?: true;
  read(files: Record<string, SourceFile>, notes: Notes): AsyncIterable<Row>;
}

interface Described<Kind extends DatasetKind> {
  name: string;
  kind: Kind;
  title: string;
  publisher: string;
  licence: string;
  /** Null where nothing is published: an operator brings the file. */
  address: string | null;
  /** Where the address is that of a page: the addresses of its files that the page names, the first to vanish first. */
  filesOn?: (page: string, address: string) => string[];
  /** The files that belong to it, where it is published in several. */
  alsoAt?: readonly string[];
  /** Hosts that its address may redirect to, and their subdomains. */
  hosts?: readonly string[];
  cadence: Cadence;
  /** Goes up when the same file would give other rows. */
  parser: number;
  /** A file holds some of the register: what it does not name stays in force as it was. */
  addsUp?: true;
  /** A setting must say that the licence is held. */
  needsLicence?: true;
  layout: Layout<RowOf[Kind]>;
}

/** A data set of any kind; `Dataset<'list'>` is one of that kind. */
export type Dataset<Kind extends DatasetKind = DatasetKind> = { [K in Kind]: Described<K> }[Kind];
