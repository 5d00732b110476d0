import type { Cadence, DatasetKind } from '@vigia/contracts';
import type { Notes, SourceFile } from '../reading/source-file.js';
import type { RowOf } from './rows.js';

export { UnreadableFile, type Notes, type Reject, type SourceFile } from '../reading/source-file.js';

interface Layout<Row> {
  /**
   * The entry of an archive, or the file of a folder, for each role. Without `main` there is nothing to read. `ignored` is a known file
   * that is not read.
   */
  files: Record<string, RegExp>;
  /** A description of `main`, if its pattern does not tell an operator enough. */
  mainIs?: string;
  /**
   * Each of the files is one of these registers, which the column `registro` names. A file that comes alone is `main`. It is refused unless
   * it has all of them, or all that are in force: whoever is in the other one would be said to owe nothing there.
   */
  registers?: readonly string[];
  read(files: Record<string, SourceFile>, notes: Notes): AsyncIterable<Row>;
}

interface Described<Kind extends DatasetKind> {
  name: string;
  kind: Kind;
  title: string;
  publisher: string;
  licence: string;
  /** Null if nothing is published: an operator provides the file. */
  address: string | null;
  /** If the address is a page: returns the addresses of the page's files, the first to disappear first. */
  filesOn?: (page: string, address: string) => string[];
  /** The addresses of further files, if the data set is published in several. */
  alsoAt?: readonly string[];
  /** Hosts that its address may redirect to, and their subdomains. */
  hosts?: readonly string[];
  /**
   * The most bytes that each of its files may have, both as it comes and unpacked. One that comes over plain HTTP has a limit of its own:
   * anybody on the way can write it, and it must not fill a disk.
   */
  mostBytes?: number;
  cadence: Cadence;
  /** A classification that is revised once in decades: no age makes it late. */
  isLasting?: true;
  /** Is raised when the same file would give other rows. */
  parser: number;
  /** A file holds only a part of the register: rows that it does not name stay in force. */
  addsUp?: true;
  /**
   * For a data set in weeks or months: those that are older than the newest by more than this leave force. Longer than the loader looks back,
   * so that a missing week takes nothing from an answer.
   */
  monthsInForce?: number;
  /** A setting must confirm that the licence is held. */
  needsLicence?: true;
  layout: Layout<RowOf[Kind]>;
}

/** A data set of any kind; `Dataset<'list'>` is one of that kind. */
export type Dataset<Kind extends DatasetKind = DatasetKind> = { [K in Kind]: Described<K> }[Kind];
