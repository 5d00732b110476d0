import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { currentCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { PageAsked } from '../http/page-query.js';
import { assertAllowed, TokenBuckets } from '../limits/token-buckets.js';
import { WholeReads } from '../limits/whole-reads.js';

export interface Actor {
  userId: string | null;
  corporationId: string | null;
  /** The user's email at that time, or `operator`. */
  actor: string;
  address: string | null;
}

export interface Act<Result = unknown> {
  actor: Actor;
  action: string;
  /** The object of the action. */
  subject?: string;
  /** The id of what it made, from its result. */
  made?: (result: Result) => string;
  detail?: Record<string, unknown>;
}

export interface AuditEntry {
  position: string;
  corporationId: string | null;
  corporationName: string | null;
  at: Date;
  userId: string | null;
  actor: string;
  address: string | null;
  action: string;
  subject: string | null;
  subjectName: string | null;
  detail: Record<string, unknown>;
  outcome: 'done' | 'refused' | 'unknown';
  reason: string | null;
  /** The same as in the log lines of the call. */
  correlationId: string | null;
}

/** With limits that are always present the database uses the index of positions. */
const beyond = sql`9223372036854775807`;
/** Separate, so that the record of one corporation is read by its index. */
const ofOne = sql`corporation_id = $1`;
const ofAll = sql`$1::uuid IS NULL`;

/** A corporation does not know the people of the platform. */
const userOfCorporation = sql`(SELECT id FROM identity.panel_user
    WHERE id = user_id AND panel_user.corporation_id IS NOT DISTINCT FROM audit_entry.corporation_id)`;
const isOperator = sql`(actor = 'operator' OR user_id IN (SELECT id FROM identity.panel_user WHERE role = 'operator'))`;

/** A corporation; `null`: all of them. */
type Within = string | null;

/** Only within the corporation of the entry: a refused action may name somebody of another one. */
const nameOfSubject = sql`CASE split_part(page.action, '.', 1)
    WHEN 'user' THEN (SELECT name FROM identity.panel_user
      WHERE id = page.subject::uuid AND corporation_id IS NOT DISTINCT FROM page.corporation_id)
    WHEN 'credential' THEN (SELECT name FROM identity.credential WHERE access_key = page.subject AND corporation_id = page.corporation_id) END`;

export type AuditFilter = { [Name in 'actor' | 'userId' | 'action' | 'subject' | 'from' | 'to']?: string };

/** For each person: the record is kept for ever, and a program under a session could let it grow, most easily by acts that are refused. */
const most = { perSecond: 1, burst: 200 };
const mostRefused = { perSecond: 0.5, burst: 50 };
/** By these a person defends an account that somebody else uses, who must not prevent them by acts of their own. */
const defences = new Set(['session.open', 'session.end', 'password.change', 'password.set']);

/** Who did what. The entry is written before the work begins. */
@Injectable()
export class AuditLog {
  private readonly acts = new TokenBuckets(this.database, most);
  private readonly refused = new TokenBuckets(this.database, mostRefused);

  constructor(
    private readonly database: Database,
    private readonly reads: WholeReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * A person who acts more than a person can, or whose acts are refused again and again, has to wait, and what is refused for this reason
   * leaves no entry. Every act takes a token of the refused before it begins and gives it back unless it is refused: of acts at once, only as
   * many can be refused as there are tokens.
   */
  async record<T>(act: Act<T>, work: () => Promise<T>): Promise<T> {
    const { userId } = act.actor;
    if (userId === null) return this.recorded(act, await this.begin(act), work);
    const isDefence = defences.has(act.action);
    if (!isDefence) assertAllowed(await this.acts.take(`acts of ${userId}`), 'acts');
    const refusals = `refused acts of ${userId}`;
    const verdict = await this.refused.take(refusals);
    if (!verdict.allowed && isDefence) return this.recorded(act, undefined, work);
    assertAllowed(verdict, 'refused_acts');
    let isRefused = false;
    try {
      return await this.recorded(act, await this.begin(act), work);
    } catch (error) {
      isRefused = refusalOf(error) !== undefined;
      throw error;
    } finally {
      if (!isRefused) this.refused.giveBack(refusals);
    }
  }

  /** Without a position only work that is not refused gets an entry, after its end. */
  private async recorded<T>(act: Act<T>, position: string | undefined, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      await this.end(act, position, 'done', { made: act.made?.(result) });
      return result;
    } catch (error) {
      const reason = refusalOf(error);
      if (position !== undefined || !reason) await this.end(act, position, reason ? 'refused' : 'unknown', { reason });
      throw error;
    }
  }

  /**
   * Newest first, of one corporation or of the platform. An entry without an outcome means that the process ended during the work. A filter
   * that matches little reads the whole record, so pages take turns. `hasBegun`: for a file whose first page was sent.
   */
  page(within: Within, asked: PageAsked, filter: AuditFilter = {}, { hasBegun = false } = {}): Promise<AuditEntry[]> {
    return this.reads.turn(within ?? 'the platform', () => this.rows(within, asked, filter), { hasBegun });
  }

  private rows(within: Within, { before, after, limit }: PageAsked, filter: AuditFilter): Promise<AuditEntry[]> {
    const { actor, userId, action, subject, from, to } = filter;
    return this.database.rows(
      sql`SELECT page.*, corporation.name AS corporation_name, ${nameOfSubject} AS subject_name FROM (
         SELECT position, corporation_id, at, ${userOfCorporation} AS user_id, actor, address, action, coalesce(subject, made) AS subject, detail,
           coalesce(outcome, 'unknown') AS outcome, reason, correlation_id
         FROM identity.audit_entry LEFT JOIN identity.audit_outcome USING (position)
         WHERE ${within === null ? ofAll : ofOne} AND position < coalesce($2::bigint, ${beyond}) AND position > coalesce($3::bigint, 0)
           AND ($5::text IS NULL OR actor = lower($5) OR lower($5) = 'operator' AND ${isOperator}) AND ($6::uuid IS NULL OR user_id = $6)
           AND ($7::text IS NULL OR action = $7 OR starts_with(action, $7 || '.')) AND ($8::text IS NULL OR coalesce(subject, made) = $8)
           AND ($9::timestamptz IS NULL OR at >= $9) AND ($10::timestamptz IS NULL OR at < $10)
         ORDER BY position ${after === undefined ? 'DESC' : 'ASC'} LIMIT $4) AS page LEFT JOIN identity.corporation ON corporation.id = page.corporation_id
       ORDER BY page.position DESC`,
      [within, before, after, limit, actor, userId, action, subject, from, to],
    );
  }

  private async begin(act: Omit<Act, 'made'>): Promise<string> {
    const { userId, corporationId, actor, address } = act.actor;
    const { action, subject, detail = {} } = act;
    const [entry] = await this.database.rows<{ position: string }>(
      sql`INSERT INTO identity.audit_entry (corporation_id, user_id, actor, address, action, subject, detail, correlation_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING position`,
      [corporationId, userId, actor, address, action, subject, JSON.stringify(detail), currentCorrelationId()],
    );
    return entry!.position;
  }

  /** The work is done: a failure to write its outcome must not turn it into an error. */
  private async end(
    act: Omit<Act, 'made'>,
    position: string | undefined,
    outcome: AuditEntry['outcome'],
    { reason, made }: { reason?: string | undefined; made?: string | undefined },
  ): Promise<void> {
    try {
      await this.database.rows(sql`INSERT INTO identity.audit_outcome (position, outcome, reason, made) VALUES ($1, $2, $3, $4)`, [
        position ?? (await this.begin(act)),
        outcome,
        reason,
        made,
      ]);
    } catch (error) {
      this.logger.warn({ err: error, position }, 'outcome not written to the audit record');
    }
  }
}

/** Why the work was refused; undefined for a failure. */
function refusalOf(error: unknown): string | undefined {
  return error instanceof VigiaError && error.status < 500 ? error.code : undefined;
}

/** An operator at the command line is not identified; the command could only come through the broker. */
export function operatorActing(corporationId: string | null): Actor {
  return { userId: null, corporationId, actor: 'operator', address: null };
}
