import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { connectBroker, Messages } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { closeAbandonedAccesses } from '../../src/upkeep/end-accesses.js';
import { sweepHolds } from '../../src/upkeep/sweep-holds.js';
import { QuotaClient, ruc } from '../quota-client.js';
import { startBilling, startReplica } from '../running-billing.js';
import type { Real } from './command.js';
import type { World } from './model/world.js';

const timeoutMs = 60_000;
const abandonedLate = { VIGIA_ABANDONED_AFTER_MS: '3600000' };
const documents = 6;
const startsOn = '2026-03-02';
const noon = '2026-03-10T17:00:00Z';
let corporations = 0;

/** Two replicas of the service on their own database, and two connections to them. `errors` are those in their log. */
export async function startReal(): Promise<Real & { errors(): string[]; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-simulation-'));
  const log = join(folder, 'log');
  const environment = { ...abandonedLate, VIGIA_LOG_FILE: log };
  const billing = await startBilling(environment);
  const replica = await startReplica(billing, environment);
  const database = await openDatabase({ url: billing.database.url, testClock: true });
  const logger = createLogger('test', { level: 'silent' });
  const broker = await connectBroker({ url: billing.brokerUrl, service: 'test', logger });
  const messages = new Messages(broker);
  const outbox = new Outbox({ table: 'billing.outbox', database, messages, logger });
  const other: Real['other'] = {
    ask: (name, payload) => messages.request(name, payload, { timeoutMs }),
    settle: (settlement) => messages.deliver('access.settle', settlement, { id: randomUUID(), timeoutMs }),
    reprocess: (settlement) => messages.deliver('reprocess.settle', settlement, { id: randomUUID(), timeoutMs }),
  };
  return {
    billing,
    database,
    other,
    async sweep() {
      await database.rows(`UPDATE billing.quota_hold SET expires_at = now() WHERE state = 'held'`);
      await sweepHolds(database, 0, logger, new AbortController().signal);
      await closeAbandonedAccesses(database, outbox, 0);
    },
    errors: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"level":"error"')),
    async stop() {
      await broker.close();
      await database.close();
      await replica.close();
      await billing.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Another corporation, with documents that nobody has loaded yet. */
export async function newWorld({ billing }: Real, quotaMonths: number, endsOn: string): Promise<World> {
  await billing.itIs(noon);
  const { corporationId, contractId } = await QuotaClient.of(billing, quotaMonths, { startsOn, endsOn });
  corporations += 1;
  return {
    corporationId,
    contractId,
    now: Date.parse(noon),
    jumps: 1,
    contract: { startsOn, endsOn },
    quota: { granted: quotaMonths, available: quotaMonths, held: 0, consumed: 0 },
    taxIds: Array.from({ length: documents }, (_, i) => ruc(corporations * documents + i)),
    accesses: {},
    monitorings: {},
    holds: [],
    loads: {},
    updates: {},
    charged: [],
    settled: {},
  };
}
