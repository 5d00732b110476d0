import { sql, type Database } from '@vigia/database';
import { attemptsOfTrigger, type ShownAttempt } from '../webhooks/attempts.js';
import { whatWasAsked } from './calls-about.js';
import { triggerIdOf } from './find-calls.js';

/**
 * What a call has left in the rows, without documents, bodies and the client's own keys: an operator who needs to know about one document names it.
 */
export interface Call {
  requestId: string;
  corporations: Caller[];
  steps: Step[];
  documents: Documents[];
  loads: Load[];
  unanswered: Unanswered[];
  months: Movement[];
  charges: Charge[];
  attempts: ShownAttempt[];
}

interface Caller {
  corporationId: string;
  name: string | null;
  status: string | null;
}

interface Step {
  at: Date;
  what: string;
  state: string;
  endedAt: Date | null;
  corporationId: string | null;
  actor: string | null;
  correlationId: string | null;
}

interface Documents {
  number: number;
  state: string;
  reason: string | null;
  joins: boolean;
  access: string | null;
  accessEndsAt: Date | null;
}

interface Load {
  loadId: string;
  openedAt: Date;
  closedAt: Date | null;
  estado: string | null;
  failedSources: string[];
  correlationId: string;
}

interface Unanswered {
  loadId: string;
  source: string;
  state: string;
  reason: string | null;
  attempts: number;
  closedAt: Date | null;
}

interface Movement {
  at: Date;
  contractId: string;
  kind: string;
  documents: number;
  months: number;
  rule: string;
}

interface Charge {
  at: Date;
  contractId: string | null;
  documents: number;
  /** What each of them cost. */
  priceCents: number;
}

/** `taxId` is null for all documents of the call. */
export async function readCall(database: Database, requestId: string, taxId: string | null): Promise<Call> {
  const ofDocument = [requestId, taxId];
  const [steps, documents, loads, unanswered, months, charges, attempts] = await Promise.all([
    database.rows<Step>(stepsOf, [requestId, triggerIdOf(requestId)]),
    database.rows<Documents>(documentsOf, ofDocument),
    database.rows<Load>(loadsOf, ofDocument),
    database.rows<Unanswered>(unansweredOf, ofDocument),
    database.rows<Movement>(monthsOf, ofDocument),
    database.rows<Charge>(chargesOf, ofDocument),
    attemptsOfTrigger(database, triggerIdOf(requestId)),
  ]);
  const ids = [...new Set(steps.flatMap(({ corporationId }) => corporationId ?? []))];
  const corporations = await database.rows<Caller>(
    sql`SELECT id AS corporation_id, name, status FROM identity.corporation WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return { requestId, corporations, steps, documents, loads, unanswered, months, charges, attempts };
}

const stepsOf = sql`
  SELECT created_at AS at, ${whatWasAsked}, state, finished_at AS ended_at, corporation_id, actor, correlation_id
  FROM profiles.load_request WHERE id = $1
  UNION ALL
  SELECT created_at, 'months: ' || kind, coalesce(outcome ->> 'outcome', CASE WHEN outcome IS NULL THEN 'open' ELSE 'done' END)
    || coalesce(': ' || (outcome #>> '{refusal,reason}'), ''), NULL, corporation_id, actor, correlation_id
  FROM billing.quota_command WHERE id = $1
  UNION ALL
  SELECT settled_at, 'settlement', 'done', NULL, NULL, actor, correlation_id FROM billing.settlement WHERE request_id = $1
  UNION ALL
  SELECT created_at, purpose, concat_ws(' ', state, load_state), dispatched_at, corporation_id, actor, correlation_id
  FROM webhooks.event WHERE trigger_id = $2
  ORDER BY at`;

const items = sql`profiles.load_item AS item`;
const wanted = sql`item.request_id = $1 AND ($2::text IS NULL OR item.tax_id = $2)`;

const documentsOf = sql`
  SELECT count(*)::int AS number, item.state, coalesce(item.refusal ->> 'reason', item.reason) AS reason, joins,
    access.mode || ' ' || access.state AS access, min(access.expires_at) AS access_ends_at
  FROM ${items} JOIN profiles.load_request AS request ON request.id = request_id
    LEFT JOIN billing.current_access AS access ON access.corporation_id = request.corporation_id AND access.tax_id = item.tax_id
  WHERE ${wanted} GROUP BY item.state, 3, joins, 5 ORDER BY number DESC`;

const loadsOf = sql`
  SELECT load_id, opened_at, closed_at, estado, failed_sources, correlation_id
  FROM ${items} JOIN profiles.load ON load.id = load_id WHERE ${wanted} ORDER BY opened_at, load_id`;

/** Rows of tasks are kept for a week; afterwards a load still names the sources that failed. */
const unansweredOf = sql`
  SELECT load_id, source, task.state, failure AS reason, attempts, closed_at
  FROM ${items} JOIN profiles.task USING (load_id) WHERE ${wanted} AND task.state NOT IN ('data', 'empty', 'not_contracted')
  ORDER BY load_id, source`;

const monthsOf = sql`
  SELECT min(entered_at) AS at, contract_id, kind, count(tax_id)::int AS documents, sum(months)::int AS months, rule FROM billing.quota_entry
  WHERE command_id = $1 AND ($2::text IS NULL OR coalesce(tax_id, $2) = $2)
  GROUP BY contract_id, kind, rule ORDER BY contract_id, min(seq)`;

const chargesOf = sql`
  SELECT min(charged_at) AS at, contract_id, count(*)::int AS documents, price_cents
  FROM ${items} JOIN billing.platform_document AS charge ON charge.tax_id = item.tax_id AND charge.request_id = item.request_id
  WHERE ${wanted} GROUP BY contract_id, price_cents ORDER BY at`;
