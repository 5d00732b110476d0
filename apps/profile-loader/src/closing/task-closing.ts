import { Inject, Injectable } from '@nestjs/common';
import { isSourceName, prerequisitesOf, type Document, type SourceName } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { Outbox, shortestLeaseMs } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { isAttempt } from '../domain/source-answer.js';
import { Loads } from '../loads/loads.js';
import { lockSchedule, RefreshSchedule } from '../loads/refresh-schedule.js';
import { keepScreened } from '../screening/rescreening/keep-screened.js';
import { bringsLaterNames } from '../screening/rescreening/later-names.js';
import type { ProfileLoaderSettings } from '../settings.js';
import { screened } from '../sources/providers/provider-file.js';
import { SourceProviders } from '../sources/providers/provider.js';
import { TaskDispatcher } from '../tasks/task-dispatcher.js';
import { keepAnswers, type Answered } from '../summary/keep-answers.js';
import { renewSections } from '../summary/renew-sections.js';
import { writeSections } from '../summary/write-sections.js';
import { closeLoad, type ClosingLoad } from './close-load.js';

/** Somebody waits for the names that are screened again. */
const firstPlace = 1;

interface OpenTask {
  source: SourceName;
  place: number;
  state: 'waiting' | 'pending';
}

interface Ended extends OpenTask {
  isClosed: boolean;
}

@Injectable()
export class TaskClosing {
  constructor(
    private readonly outbox: Outbox,
    private readonly schedule: RefreshSchedule,
    private readonly dispatcher: TaskDispatcher,
    private readonly loads: Loads,
    private readonly providers: SourceProviders,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Records how sources of one load answered. The transaction that closes the last task of a section renews the section, and the one that
   * closes the last task of all closes the load. A late answer changes nothing: the row is closed. The end of a source that only another
   * release has closes its task and nothing else: this release never asks it, so a failure of it would stay with the profile.
   */
  async close(tx: Transaction, loadId: string, answered: Answered[]): Promise<void> {
    const [[document], tasks] = await Promise.all([lockOpen(tx, loadId), endTasks(tx, loadId, answered)]);
    if (!document) return;
    const closed = tasks.filter(({ isClosed }) => isClosed);
    const open = tasks.filter(({ isClosed }) => !isClosed);
    if (closed.length === 0) return;
    const first = answered.filter(({ source }) => isSourceName(source) && closed.some((task) => task.source === source));
    // The row of one answer needs no order. The end of a load may also write the schedule of other sources.
    if (open.length === 0 || first.length > 1) lockSchedule(tx, document);
    const isOpen = (source: SourceName) => open.some((task) => task.source === source);
    keepScreened(tx, document, first);
    keepAnswers(tx, document, first, this.schedule.after(loadId));
    const renewing = renewSections(tx, document, first, isOpen);
    if (open.length === 0) return this.closeWhole(tx, { loadId, document, renewing });
    this.releaseWaiting(tx, loadId, open);
    await writeSections(tx, document, await renewing);
  }

  /** Names that arrived after the screening are screened by a load of that single source, which nobody is charged for. */
  private async closeWhole(tx: Transaction, closing: ClosingLoad): Promise<void> {
    const { loadId, document } = closing;
    const isOurs = this.providers.of[screened].kind === 'lists';
    const [isOutdated] = await Promise.all([
      isOurs && bringsLaterNames(tx, document, loadId),
      closeLoad(tx, { outbox: this.outbox, schedule: this.schedule, logger: this.logger }, closing),
    ]);
    if (isOutdated) await this.loads.openOrJoin(tx, document, { purpose: 'refresh', place: firstPlace, choose: () => [screened] });
  }

  /** Tasks of the second stage become due once all tasks that they need are closed, however those ended. */
  private releaseWaiting(tx: Transaction, loadId: string, open: OpenTask[]): void {
    const stillOpen = new Set(open.map(({ source }) => source));
    const released = open.filter(
      ({ source, state }) => state === 'waiting' && prerequisitesOf(source).every((needed) => !stillOpen.has(needed)),
    );
    if (released.length === 0) return;
    tx.send(
      sql`UPDATE profiles.task SET state = 'pending', due_at = now() + $4 * interval '1 ms', deadline_at = least(deadline_at, now() + $3 * interval '1 ms')
       WHERE load_id = $1 AND source = ANY($2)`,
      [loadId, released.map(({ source }) => source), this.settings.taskDeadlineMs, shortestLeaseMs],
    );
    tx.afterCommit(() => this.dispatcher.push(released.map(({ source, place }) => ({ loadId, source, place }))));
  }
}

function lockOpen(tx: Transaction, loadId: string): Promise<Document[]> {
  return tx.rows<Document>(sql`SELECT doc_type, tax_id FROM profiles.load WHERE id = $1 AND closed_at IS NULL FOR UPDATE`, [loadId]);
}

/** The tasks that were open until now, and which of them are closed; none if the load is closed. */
function endTasks(tx: Transaction, loadId: string, answered: Answered[]): Promise<Ended[]> {
  const ends = answered.map(({ source, answer }) => ({
    source,
    state: answer.outcome,
    failure: answer.outcome === 'failed' ? answer.reason : null,
    asked: answer.outcome === 'failed' && (answer.reason === 'deadline' || !isAttempt(answer)) ? 0 : 1,
  }));
  return tx.rows<Ended>(
    sql`WITH closed AS (
       UPDATE profiles.task SET state = ended.state, failure = ended.failure, attempts = attempts + asked, closed_at = now()
       FROM jsonb_to_recordset($2::jsonb) AS ended (source text, state text, failure text, asked int)
       WHERE load_id = $1 AND task.source = ended.source AND closed_at IS NULL RETURNING task.source)
     SELECT source, place, state, source IN (SELECT source FROM closed) AS is_closed
     FROM profiles.task WHERE load_id = $1 AND closed_at IS NULL`,
    [loadId, JSON.stringify(ends)],
  );
}
