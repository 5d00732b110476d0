import { ApiClient } from '@vigia/testing';
import { portfolioDrifts } from '../clients/portfolio-drifts.js';
import type { Told } from './clients.js';
import { payloadVersions } from './receivers.js';
import type { Scene } from './world.js';

export interface Violation {
  rule: string;
  rows: unknown[];
}

/** A request for a load names the type of its documents. */
const isForced = 'request.doc_type IS NULL';

/** What must not exist once everything has come to rest. */
const rules: Record<string, string> = {
  'a load is open': `SELECT * FROM profiles.load WHERE state = 'open'`,
  'a task is open': `SELECT * FROM profiles.task WHERE state IN ('waiting', 'pending')`,
  'an item is loading': `SELECT * FROM profiles.load_item WHERE state = 'loading'`,
  'a request is not finished': `SELECT * FROM profiles.load_request WHERE state <> 'finished'`,
  'an event of the loader is not acknowledged': `SELECT * FROM profiles.outbox`,
  'an event of billing is not acknowledged': `SELECT * FROM billing.outbox`,
  'an access is pending': `SELECT * FROM billing.access WHERE state = 'pending'`,
  'a trigger waits': `SELECT * FROM webhooks.event WHERE state = 'LOADING_PROFILE'`,
  'a delivery is open': `SELECT * FROM webhooks.delivery WHERE state = 'PENDING'`,
  'a closed row changed': `SELECT * FROM chaos.reopened`,
  // No access ends within a run, so a second activation of it is wrong, whatever the request, unless a forced update has moved its end.
  'an access was activated twice': `SELECT corporation_id, tax_id, array_agg(request_id) FROM chaos.activation GROUP BY 1, 2
    HAVING count(*) > 1 + (SELECT count(*) FROM profiles.load_item AS item JOIN profiles.load_request AS request ON request.id = item.request_id
      WHERE ${isForced} AND item.state = 'loaded' AND request.corporation_id = activation.corporation_id AND item.tax_id = activation.tax_id)`,
  'a load left no profile': `SELECT * FROM profiles.load WHERE (tax_id, doc_type) NOT IN (SELECT tax_id, doc_type FROM profiles.profile)`,
  // No answer becomes old within a run.
  'a document was loaded again': `SELECT again.* FROM profiles.load AS again JOIN profiles.load AS earlier USING (doc_type, tax_id)
    WHERE earlier.id <> again.id AND earlier.closed_at < again.closed_at AND earlier.estado = 'succeeded'
      AND (tax_id, doc_type) NOT IN (SELECT tax_id, doc_type FROM profiles.source_answer WHERE NOT complete)
      AND tax_id NOT IN (SELECT tax_id FROM profiles.load_item JOIN profiles.load_request AS request ON request.id = request_id WHERE ${isForced})`,
  'the work of one key was done twice': `SELECT corporation_id, idempotency_key, array_agg(id) FROM profiles.load_request
    WHERE id IN (SELECT request_id FROM profiles.load_item WHERE state = 'loaded') GROUP BY 1, 2 HAVING count(*) > 1`,
  'a forced update has not renewed what it updated, once': `SELECT command.id, profile->>'taxId' AS tax_id
    FROM billing.quota_command AS command CROSS JOIN jsonb_array_elements(plan) AS profile WHERE command.kind = 'reprocess'
      AND (SELECT count(*) FROM billing.monitoring WHERE command_id = command.id AND tax_id = profile->>'taxId')
        <> (SELECT count(*) FROM profiles.load_item WHERE request_id = command.id AND tax_id = profile->>'taxId' AND state = 'loaded')`,
  'a request was not settled': `SELECT * FROM profiles.load_request WHERE id IN (SELECT request_id FROM profiles.load_item WHERE load_id IS NOT NULL)
    AND id NOT IN (SELECT request_id FROM billing.settlement)`,
  'months are set aside for nothing': `SELECT * FROM billing.quota_hold WHERE state = 'held'`,
  'a contract has used other months than its monitorings': `SELECT * FROM billing.quota_account AS account
    WHERE consumed <> (SELECT coalesce(sum(months - returned_months), 0) FROM billing.monitoring WHERE monitoring.contract_id = account.contract_id)`,
  'a loaded item gives no access': `SELECT item.* FROM profiles.load_item AS item JOIN profiles.load_request AS request ON request.id = item.request_id
    WHERE item.state = 'loaded' AND NOT EXISTS (SELECT 1 FROM billing.access
      WHERE access.corporation_id = request.corporation_id AND access.tax_id = item.tax_id AND access.state = 'active')`,
};

const unfinished = [
  'a load is open',
  'a task is open',
  'an item is loading',
  'a request is not finished',
  'an event of the loader is not acknowledged',
  'an event of billing is not acknowledged',
  'an access is pending',
  'a trigger waits',
  'a delivery is open',
  // Months for a request that was never written are given back some seconds later.
  'months are set aside for nothing',
];

/** How much is still in progress. */
export async function countUnfinished(world: Scene): Promise<number> {
  const counts = await Promise.all(unfinished.map((rule) => world.query(rules[rule] as string)));
  return counts.reduce((total, rows) => total + rows.length, 0);
}

export async function checkHistory(world: Scene, told: Told[]): Promise<Violation[]> {
  const inDatabase = Object.entries(rules).map(async ([rule, sql]) => ({ rule, rows: await world.query(sql) }));
  const found: Violation[] = await Promise.all(inDatabase);
  const finished = await world.query<{ id: string }>(`SELECT id FROM profiles.load_request WHERE state = 'finished'`);
  const kept = new Set(finished.map(({ id }) => id));
  const acknowledged = told.filter(({ outcome }) => outcome === 'done' || outcome === 'later');
  found.push(
    { rule: 'an acknowledged request is lost', rows: acknowledged.filter(({ requestId }) => !kept.has(requestId ?? '')) },
    { rule: 'a repeated key named another request', rows: findRenamed(told) },
    { rule: 'a summary was missing when its load was done', rows: told.filter(({ summary }) => summary === 404) },
    { rule: 'an accepted trigger was not delivered to every active configuration', rows: findUndelivered(world, told) },
    { rule: 'a delivery came with other bytes than before, or under another id', rows: world.receivers.contradictions() },
    { rule: 'an acknowledged load cannot be read', rows: await findUnreadable(world, acknowledged) },
    { rule: 'a portfolio differs from its profiles', rows: await portfolioDrifts(world) },
  );
  return found.filter(({ rows }) => rows.length > 0);
}

/** An answer that promises work is about the same request as the first one with its key. */
function findRenamed(told: Told[]): unknown[] {
  const promised = told.filter(({ outcome }) => outcome === 'done' || outcome === 'later' || outcome === 'triggered');
  const first = new Map(promised.toReversed().map(({ key, requestId }) => [key, requestId]));
  return promised.filter(({ key, requestId }) => requestId !== first.get(key));
}

function findUndelivered({ receivers }: Scene, told: Told[]): unknown[] {
  return told.flatMap(({ corporationId, triggerId, taxIds }) =>
    triggerId === undefined
      ? []
      : payloadVersions
          .filter((version) => !receivers.accepted(corporationId, version, triggerId))
          .map((version) => ({ corporationId, version, triggerId, taxIds })),
  );
}

/** Through the public API, at a replica that the client may never have talked to. */
async function findUnreadable(world: Scene, acknowledged: Told[]): Promise<unknown[]> {
  const unreadable: unknown[] = [];
  for (const corporation of world.corporations) {
    const client = new ApiClient(world.gatewayUrls[0] as string, corporation);
    const own = acknowledged.filter(({ corporationId }) => corporationId === corporation.corporationId);
    for (const taxId of new Set(own.flatMap(({ loaded }) => loaded))) {
      const { status, body } = await client.summary(taxId);
      const { activo, estado } = body.data ?? {};
      // No access only if nothing could be loaded; that is also a proper end, and costs nothing.
      if (status !== 200 || !(activo || estado === 'failed')) unreadable.push({ taxId, status, activo, estado });
    }
  }
  return unreadable;
}
