import type { Told } from './clients.js';
import type { World } from './world.js';

export interface Violation {
  rule: string;
  rows: unknown[];
}

/** What must not be found once everything has come to rest. */
const rules: Record<string, string> = {
  'a load is open': `SELECT * FROM profiles.load WHERE state = 'open'`,
  'a task is open': `SELECT * FROM profiles.task WHERE state IN ('waiting', 'pending')`,
  'an item is loading': `SELECT * FROM profiles.load_item WHERE state = 'loading'`,
  'a request is not finished': `SELECT * FROM profiles.load_request WHERE state <> 'finished'`,
  'an event is not acknowledged': `SELECT * FROM profiles.outbox`,
  'an access is pending': `SELECT * FROM billing.access WHERE state = 'pending'`,
  'a closed row changed': `SELECT * FROM chaos.reopened`,
  'an access was activated twice': `SELECT corporation_id, tax_id, request_id FROM chaos.activation GROUP BY 1, 2, 3 HAVING count(*) > 1`,
  'a load was not announced': `SELECT * FROM profiles.load WHERE id NOT IN (SELECT load_id FROM webhooks.finished_load)`,
  'a load was announced that does not exist': `SELECT * FROM webhooks.finished_load WHERE load_id NOT IN (SELECT id FROM profiles.load)`,
  'a load was announced in another state': `SELECT load.id FROM webhooks.finished_load JOIN profiles.load ON load.id = load_id
    WHERE load.estado IS DISTINCT FROM finished_load.estado`,
  'a load left no profile': `SELECT * FROM profiles.load WHERE (tax_id, doc_type) NOT IN (SELECT tax_id, doc_type FROM profiles.profile)`,
  'a request was not settled': `SELECT * FROM profiles.load_request WHERE id IN (SELECT request_id FROM profiles.load_item WHERE load_id IS NOT NULL)
    AND id NOT IN (SELECT request_id FROM billing.settlement)`,
  'a loaded item gives no access': `SELECT item.* FROM profiles.load_item AS item JOIN profiles.load_request AS request ON request.id = item.request_id
    WHERE item.state = 'loaded' AND NOT EXISTS (SELECT 1 FROM billing.access
      WHERE access.corporation_id = request.corporation_id AND access.tax_id = item.tax_id AND access.state = 'active')`,
};

const unfinished = [
  'a load is open',
  'a task is open',
  'an item is loading',
  'a request is not finished',
  'an event is not acknowledged',
  'an access is pending',
];

/** How much is still on its way. */
export async function countUnfinished(world: World): Promise<number> {
  const counts = await Promise.all(unfinished.map((rule) => world.query(rules[rule] as string)));
  return counts.reduce((total, rows) => total + rows.length, 0);
}

export async function checkHistory(world: World, told: Told[]): Promise<Violation[]> {
  const found = await Promise.all(Object.entries(rules).map(async ([rule, sql]) => ({ rule, rows: await world.query(sql) })));
  const promised = told.filter(({ outcome }) => outcome === 'done');
  const readable = await world.query<{ key: string }>(
    `SELECT corporation_id || ' ' || tax_id AS key FROM billing.access WHERE state = 'active'`,
  );
  const keys = new Set(readable.map(({ key }) => key));
  found.push({
    rule: 'a client was told it is done and cannot read it',
    rows: promised.filter((one) => !keys.has(`${one.corporationId} ${one.taxId}`)),
  });
  const known = await world.query<{ key: string }>(
    `SELECT request.corporation_id || ' ' || item.tax_id AS key FROM profiles.load_item AS item JOIN profiles.load_request AS request ON request.id = item.request_id`,
  );
  const accepted = new Set(known.map(({ key }) => key));
  const acknowledged = told.filter(({ outcome }) => outcome === 'done' || outcome === 'later');
  found.push({
    rule: 'an acknowledged load is lost',
    rows: acknowledged.filter((one) => !accepted.has(`${one.corporationId} ${one.taxId}`)),
  });
  return found.filter(({ rows }) => rows.length > 0);
}
