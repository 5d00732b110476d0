import type { DatasetKind } from '@vigia/contracts';
import { sql, type Session } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import { UnreadableFile, type Dataset } from '../datasets/dataset.js';
import { chooseFiles, type ChosenFiles } from '../reading/chosen-files.js';
import { keepChanges } from '../rows/changes.js';
import { contentIn, differenceBetween, registersLacking, type Difference } from '../rows/differences.js';
import { keepReadersOut } from '../rows/partitions.js';
import { isPartitioned, tablesOf } from '../rows/tables.js';
import { bringSource, type Brought } from './bring-source.js';
import { isAccepted, mayBeAccepted } from './acceptance.js';
import { copyRows } from './copy-rows.js';
import { notAccepted, problemsOf } from './domain/guards.js';
import { BeyondLimits, Limits } from './domain/limits.js';
import { contradictions } from './domain/manifest.js';
import { storable, type Problem } from './domain/problems.js';
import { noteFresh } from './freshness.js';
import { inForce, newestBeside, type InForce } from './in-force.js';
import { KeptNotes } from './kept-notes.js';
import { Pace } from './pace.js';
import { Progress } from './progress.js';
import { hasPersons, limitScope, scopeOf } from './persons.js';
import { forget, mostBytesOf, type Source } from './sources.js';
import { switchTo } from './switch-version.js';
import { endUnchanged, recordMeasures, recordSource, refuse, type Published } from './version-record.js';
import { watchedFiles } from './watched-files.js';
import { bySchedule, type Work } from './work.js';

/** How the import of a version ends. */
type Outcome = 'current' | 'checked' | 'unchanged' | 'refused';

/**
 * Imports one version. Its tables are created, filled, given keys, attached and put in force in one transaction: a process that ends
 * anywhere before the commit leaves nothing, and nobody ever reads half of it.
 */
export async function runImport(work: Work): Promise<Outcome> {
  const { database, version, dataset, session } = work;
  const progress = new Progress(database, version.id);
  const { source, standing, acceptance } = await bringSource(work, progress);
  if (!source) return endUnchanged(work, { standing });
  let chosen: ChosenFiles | undefined;
  const notes = new KeptNotes((lines) => progress.counted({ lines }));
  try {
    const accepts = isAccepted(acceptance, source);
    await recordSource(work, source, accepts || mayBeAccepted(acceptance));
    if (version.manifest && version.manifest.sha256 !== source.sha256)
      return await refuse(
        work,
        [{ code: 'manifest', detail: 'the file does not match its manifest: it was replaced in the meantime' }],
        accepts,
      );
    // Undefined for a data set in weeks or months: only its file says which one it is.
    const current = await inForce(session, dataset.name, '');
    if (current && isAlready(current, work, source)) return await endUnchanged(work, { standing, source, inForce: current.version });
    if (!accepts) notes.limits = new Limits(dataset.kind, current);
    chosen = await chooseFiles(source.paths, dataset.layout);
    await session.execute('BEGIN');
    const outcome = await importRows(work, { source, standing, acceptance }, chosen, notes, progress);
    await progress.end();
    return outcome;
  } catch (error) {
    await session.execute('ROLLBACK').catch(() => undefined);
    await progress.end();
    const problem = problemOf(error);
    if (!problem) throw error;
    await notes.write(database, version.id);
    return refuse(work, [problem], isAccepted(acceptance, source));
  } finally {
    chosen?.close();
    if (version.files === null) await forget(source.paths);
  }
}

async function importRows(
  work: Work,
  { source, standing, acceptance }: Brought & { source: Source },
  chosen: ChosenFiles,
  notes: KeptNotes,
  progress: Progress,
): Promise<Outcome> {
  const { database, version, dataset, session, signal, deadlineMs } = work;
  const onBytes = (bytesRead: number) => progress.counted({ bytesRead });
  const files = watchedFiles(chosen.byRole, { source, mostBytes: mostBytesOf(dataset), onBytes });
  if (hasPersons(dataset.kind)) await limitScope(work, notes);
  const pace = new Pace(database, signal, deadlineMs / 3);
  await copyRows({ session, dataset, version: version.id, files, notes, progress, pace, signal });
  failpoint('import.copied');
  signal.throwIfAborted();
  await progress.begin('compare');
  await notes.write(database, version.id);
  const part = notes.partOf ?? '';
  const before = await inForce(session, dataset.name, part);
  // Weeks of customs differ, and their files count their own lines.
  const beside = dataset.kind === 'facts' && part !== '' && !before ? await newestBeside(session, dataset.name, part) : undefined;
  const { rows, content } = await contentIn(session, dataset.kind, version.id);
  const difference = before
    ? asChanges(dataset, await differenceBetween(session, dataset.kind, before.version, version.id))
    : { added: rows, removed: 0, changed: 0 };
  const today = await limaToday(session);
  const published = publicationOf(work, source, notes, today);
  progress.counted({ rows });
  await progress.end();
  await recordMeasures(work, {
    ...difference,
    ...published,
    part,
    rows,
    content,
    previous: before?.version ?? null,
    leftOut: chosen.leftOut,
  });
  // If files add up, taxpayers that are named again get the day of this file, and the others keep theirs.
  const isSame = !dataset.addsUp && before?.contentHash === content && before.scope === scopeOf(dataset.kind, work.scope);
  const problems = problemsOf({
    kind: dataset.kind,
    lines: notes.lineCount,
    rows,
    parser: dataset.parser,
    rejected: notes.rejected,
    leftOut: version.manifest?.rejected ?? 0,
    contradictions: version.manifest ? contradictions(version.manifest, foundIn(dataset.kind, notes)) : [],
    cutLines: notes.rejectedByReason.cut_line ?? 0,
    unknown: notes.unknownCount,
    unreadColumns: notes.unreadColumns,
    lackingColumns: notes.lackingColumns,
    publishedOn: published.publishedOn,
    today,
    ...difference,
    isSame,
    registersLacking: await registersLacking(session, dataset.layout.registers ?? [], {
      before: before?.version ?? null,
      after: version.id,
    }),
    // A file with some taxpayers does not show how many there should be.
    ...(before && { previous: dataset.addsUp ? { ...before, rows: 0 } : before }),
    ...(beside && { beside }),
  });
  const accepts = isAccepted(acceptance, source, content);
  if (notAccepted(problems, before).length > 0 && !accepts) {
    await session.execute('ROLLBACK');
    return refuse(work, problems, false);
  }
  await database.rows(sql`UPDATE registry.version SET state = 'checked', problems = $2, accept_reason = $3 WHERE id = $1`, [
    version.id,
    JSON.stringify(problems),
    accepts ? version.acceptReason : null,
  ]);
  if (version.dryRun) {
    await session.execute('ROLLBACK');
    return 'checked';
  }
  if (isSame) {
    await session.execute('ROLLBACK');
    return endUnchanged(work, { standing, source, inForce: before.version, published, problems });
  }
  if (before) await keepChanges(session, dataset.kind, before.version, version.id);
  failpoint('import.keyed');
  await switchTo(session, {
    dataset: dataset.name,
    part,
    from: before?.version ?? null,
    to: version.id,
    by: version.requestedBy,
    isScheduled: version.requestedBy === bySchedule && version.files === null,
  });
  await noteFresh(session, dataset.name, standing);
  failpoint('import.switched');
  if (isPartitioned(dataset.kind)) await keepReadersOut(session, tablesOf[dataset.kind]);
  await session.execute('COMMIT');
  return 'current';
}

/** If files add up, a removed row was replaced by another statement in the file. */
function asChanges({ addsUp }: Dataset, { added, removed, changed }: Difference): Difference {
  return addsUp ? { added: added - removed, removed: 0, changed: removed } : { added, removed, changed };
}

/** For registers of taxpayers the title line counts too. */
function foundIn(kind: DatasetKind, { lineCount, partOf = '' }: KeptNotes) {
  return { lines: hasPersons(kind) ? lineCount - 1 : lineCount, part: partOf, isWeek: kind === 'trade' };
}

/** The version in force came from the same file, read by the same parser for the same taxpayers. */
function isAlready(current: InForce, { dataset, scope }: Work, { sha256 }: Source): boolean {
  return current.sha256 === sha256 && current.parser === dataset.parser && current.scope === scopeOf(dataset.kind, scope);
}

/** Why a file is refused before its end is read; undefined if something else failed. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof BeyondLimits) return error.problem;
  return error instanceof UnreadableFile ? { code: error.code, detail: storable(error.message) } : undefined;
}

function publicationOf({ version }: Work, source: Source, notes: KeptNotes, today: string): Published {
  if (notes.publishedOn) return { publishedOn: notes.publishedOn, publishedBy: 'file' };
  if (version.givenDay) return { publishedOn: version.givenDay, publishedBy: 'operator' };
  if (source.serverDay) return { publishedOn: source.serverDay, publishedBy: 'server' };
  return { publishedOn: today, publishedBy: 'import' };
}

/** A file without a date counts as published on the day of its import. */
async function limaToday(session: Session): Promise<string> {
  const [day] = await session.rows<{ today: string }>(sql`SELECT public.lima_today() AS today`);
  return day!.today;
}
