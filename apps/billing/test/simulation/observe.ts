import { dayAt } from './model/calendar.js';
import type { Real } from './command.js';
import type { view, World } from './model/world.js';

interface Row {
  tax_id: string;
  state: string;
  mode: string;
  expires_at: string | null;
}

/** The actual state, in the form of the model. */
export async function observe({ database }: Real, { corporationId, contractId, now }: World): Promise<ReturnType<typeof view>> {
  const [sums] = await database.rows<Omit<ReturnType<typeof view>, 'profiles'> & { rows: Row[] }>(
    `SELECT granted, available, held, consumed, (SELECT ends_on::text FROM billing.contract WHERE id = $2) AS ends_on,
       ARRAY(SELECT concat_ws(' ', amount, 'of', command_id, tax_id) FROM billing.quota_hold
             WHERE contract_id = $2 AND state = 'held' ORDER BY opened_seq) AS holds,
       (SELECT count(*) FROM billing.platform_document WHERE corporation_id = $1)::int AS charged,
       (SELECT coalesce(jsonb_agg(access), '[]') FROM billing.access WHERE corporation_id = $1) AS rows
     FROM billing.quota_account WHERE contract_id = $2`,
    [corporationId, contractId],
  );
  const { rows, ...quota } = sums!;
  const profiles = rows.map(({ tax_id, state, mode, expires_at }) => {
    const isOver = state === 'active' && expires_at !== null && Date.parse(expires_at) <= now;
    if (state !== 'active' || isOver) return `${tax_id} ${isOver ? 'expired' : state} ${mode}`;
    return `${tax_id} active ${mode}${mode === 'monitoring' ? ` to ${dayAt(Date.parse(expires_at!) - 1)}` : ''}`;
  });
  return { ...quota, profiles: profiles.toSorted() };
}

/** Contradictions in the rows of a corporation ($1) and its contract ($2), which must never exist. */
const rules = [
  `SELECT 'a balance below zero', contract_id FROM billing.quota_account
   WHERE contract_id = $2 AND (least(available, held, consumed) < 0 OR available + held + consumed <> granted)`,
  `SELECT 'two monitorings of one day', one.id FROM billing.monitoring AS one JOIN billing.monitoring AS other
     USING (corporation_id, tax_id, doc_type)
   WHERE corporation_id = $1 AND one.id < other.id AND one.state = 'live' AND other.state = 'live'
     AND daterange(one.started_on, one.expires_on, '[]') && daterange(other.started_on, other.expires_on, '[]')`,
  `SELECT 'monitored past the contract', monitoring.id FROM billing.monitoring JOIN billing.contract ON contract.id = contract_id
   WHERE contract_id = $2 AND state = 'live' AND expires_on > ends_on`,
  `SELECT 'read without months', request_id FROM billing.access
   WHERE corporation_id = $1 AND state = 'active' AND mode = 'monitoring' AND NOT EXISTS (
     SELECT FROM billing.monitoring AS paid WHERE paid.corporation_id = access.corporation_id AND paid.tax_id = access.tax_id
       AND paid.state = 'live' AND (paid.expires_on + 1)::timestamp AT TIME ZONE 'America/Lima' = access.expires_at)`,
  `SELECT 'held for what is settled', command_id FROM billing.quota_hold JOIN billing.settlement ON request_id = command_id
   WHERE contract_id = $2 AND state = 'held'`,
];

export async function violations({ billing, database }: Real, { corporationId, contractId }: World): Promise<unknown[]> {
  const found = await database.rows(rules.map((rule) => `(${rule})`).join(' UNION ALL '), [corporationId, contractId]);
  const { drifts } = await billing.ask('billing.verify', {});
  // Other corporations may be at a different time.
  return [...found, ...drifts.filter((drift) => drift.contractId === contractId)];
}
