import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { sourceNames, sourcesFor, type Document, type ProfileState, type SourceName } from '@vigia/contracts';
import { Database, sql, taxIdsIn, type Transaction } from '@vigia/database';
import { DueRows, earliestDue } from '@vigia/dispatch';
import { documentMark, type Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { Counter } from 'prom-client';
import { withDependants, type DatedStanding } from '../domain/source-standing.js';
import type { ProfileLoaderSettings } from '../settings.js';
import { SourceProviders } from '../sources/providers/provider.js';
import { AddedSources } from './added-sources.js';
import { beginsMonitoring, dueAfterLoad, type AskedAgain } from './asked-again.js';
import { Loads, lockOpenLoad } from './loads.js';
import { openTasks } from './open-tasks.js';
import { boundedDependants, byDocument, fitting, withinDependants, type Due, type DueDocument } from './refresh-dependants.js';
import { RefreshPace } from './refresh-pace.js';
import { refreshPlace, refreshRoom, type Room } from './refresh-room.js';

const hourMs = 3_600_000;
/** For all sources together. */
const batch = 500;
/** A row is due again after this time if the process dies, or fails, before it has opened the row's load. */
const leaseMs = 300_000;
/** The pause before the next check whether there is room for more. */
const untilRoomMs = 500;

/** A row whose load could not be opened is due again later, so however often that happens, it is never overdue. */
const failed = new Counter({
  name: 'vigia_refreshes_failed_total',
  help: 'Refreshes of profiles that could not be opened and are due again after their lease',
});

/** Without paused sources, whose refreshes stay due: after a pause, the schedule finds them within a minute. */
const earliestRefresh = earliestDue(
  sql`oldest.refresh_at`,
  sql`unnest($2::text[]) AS asked (source) CROSS JOIN LATERAL (
    SELECT refresh_at FROM profiles.source_answer WHERE source_answer.source = asked.source AND refresh_at >= $1::timestamptz
    ORDER BY refresh_at LIMIT 1) AS oldest
  WHERE NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = asked.source)`,
);

/** When each source of a monitored document is due again. */
@Injectable()
export class RefreshSchedule {
  private readonly pace: RefreshPace;
  private readonly bounded: SourceName[];
  private readonly openTasks: DueRows;
  private readonly refreshes: DueRows;

  constructor(
    private readonly database: Database,
    private readonly loads: Loads,
    private readonly providers: SourceProviders,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
  ) {
    this.pace = new RefreshPace(database, providers, settings.taskDeadlineMs);
    this.bounded = boundedDependants(providers);
    this.openTasks = openTasks(database);
    this.refreshes = new DueRows((since) => database.rows(earliestRefresh, [since, sourceNames]));
  }

  /**
   * Starts the schedule of a document that is monitored from now on. Sources with a schedule keep it; any other is due one interval after
   * its last answer, which may have been long ago. A source that only another release has gets none: this release knows no interval for it.
   */
  start(tx: Transaction, { taxId, docType }: Document): void {
    lockSchedule(tx, { taxId, docType });
    tx.send(
      sql`UPDATE profiles.source_answer SET refresh_at = greatest(now(), coalesce(answered_at, now()) + ($3::jsonb->>source)::float8 * interval '1 ms')
       WHERE tax_id = $1 AND doc_type = $2 AND $3::jsonb ? source AND refresh_at IS NULL`,
      [taxId, docType, this.intervals(Math.random())],
    );
  }

  /**
   * Starts the schedules of those documents that the corporation monitors. Forced updates and amendments extend monitoring, and its old end
   * may have passed meanwhile: then a source that came due has ended the schedule. One that still runs is locked all the same, because a
   * transaction that found nobody may be about to end it.
   */
  async startMonitored(tx: Transaction, corporationId: string, documents: Document[]): Promise<void> {
    const monitored = await tx.rows<Document>(
      sql`SELECT doc_type, tax_id FROM billing.current_access
       WHERE corporation_id = $1 AND tax_id = ${taxIdsIn('$2')} AND mode = 'monitoring' AND state = 'active' AND (tax_id, doc_type) IN (
         SELECT "taxId", "docType" FROM jsonb_to_recordset($2::jsonb) AS asked ("taxId" text, "docType" text))
       ORDER BY tax_id COLLATE "C"`,
      [corporationId, JSON.stringify(documents)],
    );
    for (const document of monitored) this.start(tx, document);
  }

  /** Spreads documents that were loaded together over time, by the random digits with which the id of a load begins. */
  after(loadId: string): AskedAgain {
    return { loadId, intervals: this.intervals(parseInt(loadId.slice(0, 8), 16) / 2 ** 32) };
  }

  /**
   * After a load, every source that it asked is due one interval later, whatever the source answered. If the monitoring of a document
   * begins with this load, and the document could be read, all its sources get a schedule. The answers were stored with it: this writes the
   * sources that have none yet, because they failed, were not asked, or had answered before somebody joined the load. If the document has a
   * schedule already, a source that a release has added gets one with the first load that ends after it was asked, whoever asked. A source
   * that only another release has keeps its time: this release knows no interval for it.
   */
  goOn(tx: Transaction, { taxId, docType }: Document, loadId: string, estado: ProfileState): void {
    tx.send(
      sql`UPDATE profiles.source_answer AS answer SET refresh_at = ${dueAfterLoad('answer')}
       WHERE tax_id = $1 AND doc_type = $2 AND $5::jsonb ? source AND refresh_at IS DISTINCT FROM ${dueAfterLoad('answer')}
         AND CASE WHEN refresh_at IS NOT NULL THEN source IN (SELECT source FROM profiles.task WHERE load_id = $4)
         ELSE $3 <> 'failed' AND (${beginsMonitoring} OR EXISTS (
           SELECT FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2 AND refresh_at IS NOT NULL)) END`,
      [taxId, docType, estado, loadId, this.after(loadId).intervals],
    );
  }

  /**
   * Opens loads for monitored documents with due sources, as many as their sources have room for. The cost grows with what is due, not with
   * what is stored.
   */
  async openDue(): Promise<boolean> {
    const openSince = await this.openTasks.begin();
    const room = await refreshRoom(this.database, this.providers, this.bounded, this.settings.taskDeadlineMs, openSince);
    const paced = await this.pace.within(room);
    const due = byDocument(await this.lease(paced));
    const added = new AddedSources(paced, this.bounded, due);
    for (const document of due) {
      try {
        await this.database.transaction((tx) => this.refresh(tx, document, room, added));
      } catch (error) {
        // The row is due again after its lease; the following rows must not wait for that.
        const { taxId, sources } = document;
        failed.inc();
        this.logger.warn({ err: error, document: documentMark(taxId), sources }, 'profile not refreshed, due again later');
      }
    }
    if (due.length > 0) return true;
    const isAnyWaiting = await this.isAnyWaiting(room);
    if (isAnyWaiting) await pause(untilRoomMs);
    return isAnyWaiting;
  }

  /** Whether a refresh is due for which there is no room. A source that a release has added may be full for hours without any. */
  private async isAnyWaiting(room: Room): Promise<boolean> {
    const crowded = [...withinDependants(room, this.bounded)].filter(([, more]) => more <= 0).map(([source]) => source);
    if (crowded.length === 0) return false;
    const since = await this.refreshes.begin();
    const waiting = await this.database.rows(
      sql`SELECT FROM unnest($1::text[]) AS crowded (source) CROSS JOIN LATERAL (
         SELECT FROM profiles.source_answer AS answer WHERE answer.source = crowded.source AND refresh_at BETWEEN $2::timestamptz AND now()
         ORDER BY refresh_at LIMIT 1) AS oldest
       LIMIT 1`,
      [crowded, since],
    );
    return waiting.length > 0;
  }

  /**
   * The longest overdue documents of each source. All sources have the same share, so that the backlog of one does not block the others.
   * Sources of a document that are due together stay together. A document stays due if a dependent source has no room for it.
   */
  private async lease(room: Room): Promise<Due[]> {
    const open = [...withinDependants(room, this.bounded)].filter(([, more]) => more > 0);
    if (open.length === 0) return [];
    const share = Math.ceil(batch / open.length);
    const since = await this.refreshes.begin();
    return this.database.transaction(async (tx) => {
      const late = await tx.rows<Due>(
        sql`SELECT doc_type, tax_id, oldest.source FROM unnest($1::text[], $2::int[]) AS room (source, more) CROSS JOIN LATERAL (
           SELECT tax_id, doc_type, source, refresh_at FROM profiles.source_answer AS answer
           WHERE answer.source = room.source AND refresh_at BETWEEN $3::timestamptz AND now()
           ORDER BY refresh_at LIMIT more FOR UPDATE SKIP LOCKED) AS oldest
         ORDER BY refresh_at, tax_id, doc_type`,
        [open.map(([source]) => source), open.map(([, more]) => Math.min(more, share)), since],
      );
      const due = fitting(late, room, this.bounded);
      if (due.length === 0) return [];
      tx.send(
        sql`UPDATE profiles.source_answer AS answer SET refresh_at = now() + $1 * interval '1 ms'
         FROM unnest($2::text[], $3::text[], $4::text[]) AS due (tax_id, doc_type, source)
         WHERE answer.tax_id = due.tax_id AND answer.doc_type = due.doc_type AND answer.source = due.source`,
        [leaseMs, due.map(({ taxId }) => taxId), due.map(({ docType }) => docType), due.map(({ source }) => source)],
      );
      return due;
    });
  }

  private async refresh(tx: Transaction, { sources, ...document }: DueDocument, room: Room, added: AddedSources): Promise<void> {
    if (!(await isMonitored(tx, document))) return stopRefreshing(tx, document);
    const ofDocument = sourcesFor(document.docType);
    const [asked, others] = [sources.filter((one) => ofDocument.includes(one)), sources.filter((one) => !ofDocument.includes(one))];
    if (asked.length > 0) await this.ask(tx, document, asked, room, added);
    if (others.length > 0) this.putOff(tx, document, others);
  }

  /** A paused source that these would bring along is asked after its pause. */
  private async ask(tx: Transaction, document: Document, sources: SourceName[], room: Room, added: AddedSources): Promise<void> {
    const due = withDependants(document.docType, sources);
    let wanted = due;
    const isAsked = (source: SourceName) => room.has(source);
    const choose = (standings: DatedStanding[]) => {
      wanted = withDependants(document.docType, [...due, ...added.beside(due, document, standings)]);
      return wanted.filter(isAsked);
    };
    await this.loads.openOrJoin(tx, document, { purpose: 'refresh', place: refreshPlace, choose });
    const paused = wanted.filter((source) => !isAsked(source));
    if (paused.length > 0) makeDue(tx, document, paused);
    this.pace.note(tx, wanted.filter(isAsked));
  }

  /** After a step back only the newer release asks these sources. It finds them due one interval later. */
  private putOff(tx: Transaction, { docType, taxId }: Document, sources: SourceName[]): void {
    lockSchedule(tx, { docType, taxId });
    tx.send(
      sql`UPDATE profiles.source_answer SET refresh_at = now() + ($4::jsonb->>source)::float8 * interval '1 ms'
       WHERE tax_id = $1 AND doc_type = $2 AND source = ANY($3)`,
      [taxId, docType, sources, this.intervals(Math.random())],
    );
  }

  /** Spreads documents that were loaded together over time, while the sources of one document stay together. */
  private intervals(early: number): string {
    const factor = (1 - early / 10) * hourMs;
    return JSON.stringify(Object.fromEntries(sourceNames.map((name) => [name, Math.round(this.providers.of[name].refreshHours * factor)])));
  }
}

/**
 * The transactions that begin and end the schedule of a document wait for each other here, and what they query afterwards sees what the
 * other has written. So does every transaction that writes several answers of a document, or the schedule of other answers than its own. Each of
 * them locks this row before any other answer, and after the load.
 */
export function lockSchedule(tx: Transaction, { docType, taxId }: Document): void {
  tx.send(sql`SELECT 1 FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2 ORDER BY source LIMIT 1 FOR NO KEY UPDATE`, [
    taxId,
    docType,
  ]);
}

function makeDue(tx: Transaction, { docType, taxId }: Document, sources: SourceName[]): void {
  lockSchedule(tx, { docType, taxId });
  tx.send(
    sql`UPDATE profiles.source_answer SET refresh_at = now() WHERE tax_id = $1 AND doc_type = $2 AND source = ANY($3) AND refresh_at > now()`,
    [taxId, docType, sources],
  );
}

/**
 * A request counts from its acceptance until it is finished: billing learns of some documents only when the whole request has ended. So does
 * a forced update that brings months, which may be settled after the earlier months have ended.
 */
async function isMonitored(tx: Transaction, { docType, taxId }: Document): Promise<boolean> {
  const monitored = await tx.rows(
    sql`SELECT 1 FROM billing.current_access
     WHERE tax_id = $1 AND doc_type = $2 AND mode = 'monitoring' AND state IN ('pending', 'active')
     UNION ALL
     SELECT 1 FROM profiles.load_item AS item JOIN profiles.load_request AS request ON request.id = request_id
       LEFT JOIN profiles.load ON load.id = load_id
     WHERE item.tax_id = $1 AND coalesce(request.doc_type, load.doc_type) = $2 AND finished_at IS NULL
       AND (mode = 'monitoring' OR (request.doc_type IS NULL AND months IS NOT NULL)) AND item.state NOT IN ('skipped', 'failed')
     LIMIT 1`,
    [taxId, docType],
  );
  return monitored.length > 0;
}

/**
 * Under these locks nobody can start to monitor the document unnoticed: a request that joins a load waits for that load, and any other for
 * the schedule. If somebody has started meanwhile, the due sources are due again after their lease.
 */
async function stopRefreshing(tx: Transaction, document: Document): Promise<void> {
  const { docType, taxId } = document;
  await lockOpenLoad(tx, document);
  lockSchedule(tx, document);
  if (await isMonitored(tx, document)) return;
  await tx.rows(sql`UPDATE profiles.source_answer SET refresh_at = NULL WHERE tax_id = $1 AND doc_type = $2`, [taxId, docType]);
}
