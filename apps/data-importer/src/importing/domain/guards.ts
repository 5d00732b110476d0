import { type DatasetKind, isOfSanctions, type VersionProblem } from '@vigia/contracts';
import { allowedLines, fewestCompared, Limits } from './limits.js';
import { newColumns, type Problem } from './problems.js';

/** The version in force now. */
interface Previous {
  lines: number;
  rows: number;
  /** The parser of its data set that read it. */
  parser: number | null;
  publishedOn: string | null;
  /** True if `publishedOn` is only the day of its import. */
  isDayOfImport: boolean;
  /** What an operator has accepted in it. */
  problems: readonly Problem[];
}

/** What is known about a version before it may come into force. */
export interface Measured {
  kind: DatasetKind;
  lines: number;
  rows: number;
  parser: number;
  rejected: number;
  /** Lines that the creator of the file left out: they are not in the file, and count as rejected. */
  leftOut: number;
  /** Statements in the manifest that differ from the file. */
  contradictions: string[];
  cutLines: number;
  unknown: number;
  /** Columns that this version of the importer does not know. */
  unreadColumns: readonly string[];
  /** Columns that a file may lack, and this one does. */
  lackingColumns: readonly string[];
  publishedOn: string;
  today: string;
  added: number;
  removed: number;
  changed: number;
  /** It says the same as the version in force. */
  isSame: boolean;
  /** The registers that have no rows in this version, though they have some in the version in force or there is no such version. */
  registersLacking: string[];
  previous?: Previous;
  /** The newest other month in force, if no version of this month is. */
  beside?: { part: string; rows: number };
}

/**
 * From this number of rows in force on, a version has at least a share of it. `removed` cannot say so of a short register: where the content
 * of a row is its key, an edited row counts as a removed one.
 */
const fewestCounted = 20;
const leastShare = 0.5;
/** A debtor who is in one month and not in another is answered as without debt there. */
const leastShareOfMonth = 0.8;
/**
 * Nobody finds an entry that a list of sanctions has lost. From a hundred entries on, a list may lose `allowedLines`, or `removedShare` of
 * them if that is more (from 400 on); a shorter one may lose half of its entries. The list of the UN has about a thousand entries.
 */
const fewestListed = 100;
/** The share in a file with so few lines that `allowedLines` would be more. */
const mostRejected = 0.5;
const rejectShare = 0.001;
const changedShare = 0.15;
const removedShare = 0.05;
const daysAhead = 2;
/** How many lines must be there for each line of the version in force. The rows depend on whose lines a setting takes. */
const leastLines: Partial<Record<DatasetKind, number>> = { taxpayers: 0.99, premises: 0.95 };

/** Why a version should not come into force. An operator may accept it anyway. */
export function problemsOf(measured: Measured): Problem[] {
  const { lines, rows, cutLines, unknown, previous, beside } = measured;
  const problems: Problem[] = [];
  const found = (isWrong: boolean, code: VersionProblem, detail: string) => isWrong && problems.push({ code, detail });
  for (const detail of measured.contradictions) found(true, 'manifest', detail);
  found(rows === 0, 'empty', 'it has no usable rows');
  found(cutLines > 0, 'cut_line', 'the last line is cut off: the file is truncated');
  const [rejected, made] = [measured.rejected + measured.leftOut, lines + measured.leftOut];
  const rejectsAllowed = Math.max(Math.min(allowedLines, made * mostRejected), made * rejectShare);
  found(rejected > rejectsAllowed, 'rejects', `${rejected} of ${made} lines are rejected`);
  const limits = new Limits(measured.kind, previous);
  problems.push(...[limits.ofUnknown({ lines, unknown }), limits.ofLines(lines)].filter((problem) => problem !== undefined));
  found(isAhead(measured.publishedOn, measured.today), 'ahead', `its publication date ${measured.publishedOn} is in the future`);
  problems.push(...newColumns(measured.unreadColumns, measured.lackingColumns));
  const has = previous ? 'is in force, but this version has no rows of it' : 'has no rows in it';
  for (const register of measured.registersLacking) found(true, 'fewer', `${register} ${has}: import the files of both registers together`);
  if (previous) problems.push(...comparedWith(previous, measured));
  if (beside && isFewer(rows, beside.rows, leastShareOfMonth))
    problems.push({ code: 'fewer', detail: `${rows} rows, but the newest other month in force, ${beside.part}, has ${beside.rows}` });
  return problems;
}

/** What nobody has accepted yet. A publisher's new column stays: who has accepted it need not accept every later version as well. */
export function notAccepted(problems: readonly Problem[], previous: Previous | undefined): Problem[] {
  return problems.filter(
    ({ code, detail }) => code !== 'header' || !previous?.problems.some((known) => known.code === code && known.detail === detail),
  );
}

function comparedWith(previous: Previous, measured: Measured): Problem[] {
  const { kind, lines, rows, publishedOn, today, removed, changed, isSame } = measured;
  const problems: Problem[] = [];
  const before = previous.publishedOn;
  // Neither the day of its import nor a future day that somebody accepted says when the version in force was published.
  const isKnown = before && !previous.isDayOfImport && !isAhead(before, today);
  if (isKnown && !isSame && publishedOn < before)
    problems.push({ code: 'older', detail: `published on ${publishedOn}, but the version in force on ${before}` });
  const least = leastLines[kind];
  // Another parser reads other content from the same lines.
  const isReread = previous.parser !== measured.parser;
  const lost = isReread ? previous.rows - rows : removed;
  const isCounted = least === undefined && previous.rows >= (isOfSanctions(kind) ? fewestListed : fewestCompared);
  if (isCounted && lost > Math.max(allowedLines, previous.rows * removedShare))
    problems.push({ code: 'fewer', detail: `it lacks ${lost} of the ${previous.rows} rows in force` });
  else if (least === undefined && isFewer(rows, previous.rows, leastShare))
    problems.push({ code: 'fewer', detail: `${rows} rows, but the version in force has ${previous.rows}` });
  if (previous.rows < fewestCompared) return problems;
  if (least !== undefined && lines < previous.lines * least)
    problems.push({ code: 'fewer', detail: `${lines} lines, but the version in force has ${previous.lines}` });
  if (!isReread && changed > previous.rows * changedShare)
    problems.push({ code: 'changed', detail: `it changes ${changed} of the ${previous.rows} rows in force` });
  return problems;
}

const isFewer = (rows: number, before: number, share: number) => before >= fewestCounted && rows < before * share;

function isAhead(day: string, today: string): boolean {
  return Date.parse(day) - Date.parse(today) > daysAhead * 86_400_000;
}
