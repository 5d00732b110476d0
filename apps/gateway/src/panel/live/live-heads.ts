import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type LiveChange, type LiveSubject, liveSubjects } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';

interface HeadRow {
  corporationId: string;
  what: LiveSubject;
  id: string;
  mark: string;
}

/** The marks of what may change for a corporation, by subject and then by id. The id is empty for a mark of the whole subject. */
export type Heads = Map<LiveSubject, Map<string, string>>;

/**
 * What changed shortly before the newest change, without what is looked at by name. A change has the time at which its transaction began,
 * so one that is committed last may be older than all that is already known. Transactions are far shorter than these 30 seconds.
 */
const alsoRecent = (view: 'profiles.listed_profile' | 'profiles.access_change', named: '1' | '10') => sql`
  (SELECT concat_ws(' ', count(*), sum(extract(epoch FROM changed_at))) FROM (
    SELECT changed_at FROM ${view} WHERE corporation_id = watched.id AND changed_at > (
      SELECT changed_at FROM ${view} WHERE corporation_id = watched.id ORDER BY changed_at DESC LIMIT 1) - interval '30 seconds'
    ORDER BY changed_at DESC OFFSET ${named} LIMIT 1000) AS recent)`;

/**
 * Each branch reads the first entries of an index, so it costs the same however much a corporation has. A forced update may
 * change in the portfolio only the states of loads, which are in no index: it is news there with each state of its request.
 */
const readHeads = sql`
  SELECT watched.id AS corporation_id, head.* FROM unnest($1::uuid[]) AS watched (id) CROSS JOIN LATERAL (
    WITH request AS MATERIALIZED (SELECT request_id, mark FROM profiles.request_head WHERE corporation_id = watched.id
      ORDER BY created_at DESC LIMIT 10)
    SELECT 'loads' AS what, request_id::text AS id, mark FROM request
    UNION ALL
    (SELECT 'portfolio', concat_ws(' ', doc_type, tax_id), concat_ws(' ', standing, changed_at) FROM profiles.listed_profile
     WHERE corporation_id = watched.id ORDER BY changed_at DESC, tax_id DESC, doc_type DESC LIMIT 10)
    UNION ALL
    SELECT 'portfolio', '', concat_ws(' ',
      (SELECT changed_at FROM profiles.access_change WHERE corporation_id = watched.id ORDER BY access_change.changed_at DESC LIMIT 1),
      ${alsoRecent('profiles.access_change', '1')}, ${alsoRecent('profiles.listed_profile', '10')},
      (SELECT string_agg(concat_ws(' ', request_id, state), ' ' ORDER BY request_id)
       FROM request JOIN profiles.request_status USING (request_id) WHERE is_forced_update))
    UNION ALL
    SELECT 'quota', '', concat_ws(' ',
      (SELECT concat_ws(' ', kind, ends_on) FROM billing.contract_in_force WHERE corporation_id = watched.id),
      (SELECT string_agg(mark, ' ' ORDER BY mark) FROM billing.ledger_head WHERE corporation_id = watched.id))
    UNION ALL
    SELECT what, id, mark FROM webhooks.head WHERE corporation_id = watched.id) AS head`;

@Injectable()
export class LiveHeads {
  constructor(private readonly database: Database) {}

  /** One statement for all corporations that this replica watches. */
  async read(corporationIds: string[]): Promise<Map<string, Heads>> {
    const heads = new Map(corporationIds.map((id): [string, Heads] => [id, new Map(liveSubjects.map((what) => [what, new Map()]))]));
    const rows = await this.database.rows<HeadRow>(readHeads, [corporationIds]);
    for (const { corporationId, what, id, mark } of rows) heads.get(corporationId)?.get(what)?.set(id, mark);
    return heads;
  }
}

/** More changes than this in one subject are reported as one change without an id: the page reads its list again in either case. */
const mostNamed = 5;

export function changesBetween(before: Heads, now: Heads, at: Date): LiveChange[] {
  return liveSubjects.flatMap((what) => {
    const [old = new Map(), fresh = new Map()] = [before.get(what), now.get(what)];
    const ids = [...new Set([...old.keys(), ...fresh.keys()])].filter((id) => old.get(id) !== fresh.get(id));
    const named = ids.length > mostNamed || ids.includes('') ? [''] : ids;
    return named.map((id) => ({ what, id: id || null, at: at.toISOString() }));
  });
}

const digest = (marks: Map<string, string>) =>
  createHash('sha1')
    .update(JSON.stringify([...marks].toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 8);

/**
 * Small enough for `Last-Event-ID`, and the same in every replica: after an interruption it shows which subjects have changed meanwhile.
 */
export function idOf(heads: Heads): string {
  return liveSubjects.map((what) => digest(heads.get(what) ?? new Map())).join('.');
}

export function changesSince(lastEventId: string, now: Heads, at: Date): LiveChange[] {
  const before = lastEventId.split('.');
  const after = idOf(now).split('.');
  return liveSubjects.filter((_, i) => before[i] !== after[i]).map((what) => ({ what, id: null, at: at.toISOString() }));
}
