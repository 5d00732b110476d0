import { ApiClient, startSystem, waitUntil, type BrokerKind, type System, type SystemOptions } from '@vigia/testing';
import { controlSource } from '../../src/clients/control-source.js';

/** A dead worker is noticed sooner than in production, and a load, its questions and its client wait for as long as restarts take on a busy machine. */
const impatient = {
  VIGIA_BROKER_LOCK_MS: '1500',
  VIGIA_SOURCE_TIMEOUT_MS: '120000',
  VIGIA_LOAD_WAIT_MS: '150000',
  VIGIA_TASK_DEADLINE_MS: '600000',
};

export const slowSource = 'protestos';

export async function startImpatientSystem(broker: BrokerKind, options: Partial<SystemOptions> = {}): Promise<System> {
  return startSystem({ broker, ...options, environment: { ...impatient, ...options.environment } });
}

/** Makes one source slow for one document, so that whatever happens until it is released happens while its load is open. */
export async function holdBack(system: System, taxId: string): Promise<void> {
  await controlSource(system, slowSource, taxId, { delayMs: 3_600_000 });
}

/** The source answers what it was asked, and from now on at once. */
export async function release(system: System, taxId: string): Promise<void> {
  await controlSource(system, slowSource, taxId, {});
}

/** Until the slow source is being asked. */
export async function untilAsked(system: System, taxId: string): Promise<void> {
  await waitUntil(
    async () => {
      const { sources } = (await (await fetch(`${system.simulator.url}/control/calls`)).json()) as {
        sources: Record<string, { taxIds: Record<string, number> }>;
      };
      return sources[slowSource]?.taxIds[taxId];
    },
    { what: `${slowSource} is asked about ${taxId}` },
  );
}

/** Until a source has answered. */
export async function untilUnderWay(system: System, taxId: string): Promise<void> {
  const answered = 'SELECT 1 FROM profiles.task JOIN profiles.load ON load.id = load_id WHERE tax_id = $1 AND task.closed_at IS NOT NULL';
  await waitUntil(async () => (await system.database.query(answered, [taxId])).length > 0, { what: `${taxId} is under way` });
}

/** Nothing of the load is left open anywhere, and it was counted exactly once everywhere. */
export async function untilFinished(system: System, taxId: string, client: ApiClient): Promise<void> {
  const open = () =>
    system.database.query(
      `SELECT 'load' AS what FROM profiles.load WHERE tax_id = $1 AND state = 'open'
       UNION ALL SELECT 'task' FROM profiles.task JOIN profiles.load ON load.id = load_id WHERE tax_id = $1 AND task.state IN ('pending', 'waiting')
       UNION ALL SELECT 'item' FROM profiles.load_item WHERE tax_id = $1 AND state = 'loading'
       UNION ALL SELECT 'outbox' FROM profiles.outbox
       UNION ALL SELECT 'outbox of billing' FROM billing.outbox
       UNION ALL SELECT 'request' FROM profiles.load_request WHERE state <> 'finished'`,
      [taxId],
    );
  await waitUntil(async () => (await open()).length === 0, { what: 'everything is finished' });
  const [counted] = await system.database.query<{ loads: number; accesses: number }>(
    `SELECT (SELECT count(*) FROM profiles.load WHERE tax_id = $1)::int AS loads,
       (SELECT count(*) FROM billing.access WHERE tax_id = $1 AND state = 'active')::int AS accesses`,
    [taxId],
  );
  const summary = await client.summary(taxId);
  const { estado, activo } = summary.body.data ?? {};
  if (summary.status !== 200 || estado !== 'succeeded' || activo !== true)
    throw new Error(`the summary is ${JSON.stringify({ estado, activo })}`);
  if (counted?.loads !== 1 || counted.accesses !== 1) throw new Error(`counted ${JSON.stringify(counted)}`);
}
