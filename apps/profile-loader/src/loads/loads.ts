import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { prerequisitesOf, type Document, type SourceName } from '@vigia/contracts';
import { sql, type LoadRow, type Transaction } from '@vigia/database';
import { shortestLeaseMs } from '@vigia/dispatch';
import { currentCorrelationId, currentTraceParent } from '@vigia/observability';
import { SETTINGS } from '@vigia/service-kit';
import { firstFragments } from '../domain/first-fragments.js';
import type { DatedStanding } from '../domain/source-standing.js';
import type { ProfileLoaderSettings } from '../settings.js';
import { TaskDispatcher, type DueTask } from '../tasks/task-dispatcher.js';

interface Wanted {
  purpose: LoadRow['purpose'];
  /**
   * Its position in the queues of its sources; a lower one goes first. A document of a client's request has its position in that request.
   * So a single document waits for the first document of a bulk load of a hundred, not for the rest.
   */
  place: number;
  /** Chooses the sources that the load must ask, from the standings of the document's sources. */
  choose: (standings: DatedStanding[]) => SourceName[];
}

@Injectable()
export class Loads {
  constructor(
    private readonly dispatcher: TaskDispatcher,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
  ) {}

  /**
   * The open load of the document, joined or newly opened; undefined if no source must be asked. The row is returned locked, so that it
   * cannot close before the caller has linked its item to it.
   */
  async openOrJoin(tx: Transaction, document: Document, { purpose, place, choose }: Wanted): Promise<string | undefined> {
    for (;;) {
      const [open, revision, standings] = await Promise.all([
        lockOpenLoad(tx, document),
        revisionOf(tx, document),
        standingsOf(tx, document),
      ]);
      const sources = choose(standings);
      if (open) {
        await Promise.all([this.moveUp(tx, open, place), this.addTasks(tx, open, place, sources)]);
        return open;
      }
      if (sources.length === 0) return undefined;
      const id = randomUUID();
      const opening = insertLoad(tx, document, { id, purpose, revision, deadlineMs: this.settings.loadDeadlineMs });
      const [isOpened] = await Promise.all([opening, this.addTasks(tx, id, place, sources)]);
      if (isOpened) return id;
      // Another request has just opened a load, or one has closed: join the open one, or choose again with the new data.
    }
  }

  /** A request that joins a load moves it forward to the position that its own load would have had. */
  private async moveUp(tx: Transaction, id: string, place: number): Promise<void> {
    const moved = await tx.rows<DueTask>(
      sql`UPDATE profiles.task SET place = $2 WHERE load_id = $1 AND place > $2 AND closed_at IS NULL
       RETURNING load_id, source, place`,
      [id, place],
    );
    tx.afterCommit(() => this.dispatcher.moveUp(moved));
  }

  /** Does not ask a source twice in one load. A new task gets the position of the load. Without the load there is no task. */
  private async addTasks(tx: Transaction, id: string, place: number, sources: SourceName[]): Promise<void> {
    if (sources.length === 0) return;
    const tasks = sources.map((source) => ({
      source,
      state: prerequisitesOf(source).some((prerequisite) => sources.includes(prerequisite)) ? 'waiting' : 'pending',
    }));
    const added = await tx.rows<DueTask & { state: string }>(
      sql`INSERT INTO profiles.task (load_id, source, state, place, due_at, deadline_at)
       SELECT $1, source, asked.state, least($5, (SELECT min(place) FROM profiles.task WHERE load_id = $1)), now() + $4 * interval '1 ms',
         CASE asked.state WHEN 'waiting' THEN deadline_at ELSE least(deadline_at, now() + $3 * interval '1 ms') END
       FROM profiles.load CROSS JOIN jsonb_to_recordset($2::jsonb) AS asked (source text, state text) WHERE load.id = $1
       ON CONFLICT DO NOTHING RETURNING load_id, source, place, state`,
      [id, JSON.stringify(tasks), this.settings.taskDeadlineMs, shortestLeaseMs, place],
    );
    tx.afterCommit(() => this.dispatcher.push(added.filter(({ state }) => state === 'pending')));
  }
}

export async function lockOpenLoad(tx: Transaction, { docType, taxId }: Document): Promise<string | undefined> {
  const [open] = await tx.rows<{ id: string }>(
    sql`SELECT id FROM profiles.load WHERE tax_id = $1 AND doc_type = $2 AND state = 'open' FOR UPDATE`,
    [taxId, docType],
  );
  return open?.id;
}

function standingsOf(tx: Transaction, { docType, taxId }: Document): Promise<DatedStanding[]> {
  return tx.rows<DatedStanding>(
    sql`SELECT source, outcome, failure, answered_at, complete FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2`,
    [taxId, docType],
  );
}

/** The current revision of the profile, null if there is no profile. Every load that closes raises it. */
async function revisionOf(tx: Transaction, { docType, taxId }: Document): Promise<string | null> {
  const [profile] = await tx.rows<{ revision: string }>(sql`SELECT revision FROM profiles.profile WHERE tax_id = $1 AND doc_type = $2`, [
    taxId,
    docType,
  ]);
  return profile?.revision ?? null;
}

interface NewLoad {
  id: string;
  purpose: Wanted['purpose'];
  /** The revision of the profile with which its sources were chosen. */
  revision: string | null;
  deadlineMs: number;
}

/**
 * Inserts the load and its profile. False if another load is open, or has closed since the sources were chosen. This is checked after the
 * insert, which may have waited for the transaction that closes the other load: from here on no other load of the document closes.
 */
async function insertLoad(tx: Transaction, { docType, taxId }: Document, { id, purpose, revision, deadlineMs }: NewLoad): Promise<boolean> {
  const { v1, v2 } = firstFragments(docType);
  const [inserted, outdated] = await Promise.all([
    tx.rows(
      sql`INSERT INTO profiles.load (id, doc_type, tax_id, purpose, correlation_id, trace_parent, deadline_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 ms') ON CONFLICT DO NOTHING RETURNING 1`,
      [id, docType, taxId, purpose, currentCorrelationId() ?? randomUUID(), currentTraceParent() ?? null, deadlineMs],
    ),
    tx.rows(
      sql`WITH profile AS (
         INSERT INTO profiles.profile (doc_type, tax_id, failed_sources, fragments_v1, fragments_v2, load_id)
         SELECT doc_type, tax_id, '{}', $2, $3, id FROM profiles.load WHERE id = $1 ON CONFLICT DO NOTHING)
       DELETE FROM profiles.load AS opened WHERE id = $1
         AND (SELECT revision FROM profiles.profile WHERE tax_id = opened.tax_id AND doc_type = opened.doc_type) IS DISTINCT FROM $4
       RETURNING 1`,
      [id, v1, v2, revision],
    ),
  ]);
  return inserted.length > 0 && outdated.length === 0;
}
