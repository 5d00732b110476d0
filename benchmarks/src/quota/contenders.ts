import { randomUUID } from 'node:crypto';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { openDatabase } from '@vigia/database';
import pg from 'pg';
import type { Processes } from '../processes.js';
import type { Round } from '../results.js';
import { spentBy } from '../spent.js';
import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';

export interface Contender {
  name: string;
  reserve(): Promise<void>;
  close(): Promise<void>;
}

const quotaMonths = 100_000_000;

interface Reservations {
  reserve(request: PayloadOf<'quota.reserve'>): Promise<ReplyOf<'quota.reserve'>>;
}
// What the service does once a message has arrived, as built. bench:messaging measures the transport of a message.
const built = (file: string) => new URL(`../../../apps/billing/dist/${file}`, import.meta.url).href;
const quiet = { warn: () => {} };

/** A reservation with all its rows: command, entry, balance, hold, access. */
export async function billing(url: string, connections: number): Promise<Contender> {
  const { AccountLines } = (await import(built('ledger/account-lines.js'))) as { AccountLines: new (logger: typeof quiet) => object };
  const { LoadsController } = (await import(built('loads/loads.controller.js'))) as {
    LoadsController: new (database: unknown, lines: object, settings: { abandonedAfterMs: number }) => Reservations;
  };
  const database = await openDatabase({ url, service: 'billing', poolSize: connections });
  const corporationId = await hotContract(url);
  const reservations = new LoadsController(database, new AccountLines(quiet), { abandonedAfterMs: 600_000 });
  let next = 0;
  return {
    name: 'billing',
    async reserve() {
      const taxId = String(20_990_000_000 + (next += 1));
      const requestId = randomUUID();
      const origin = { actor: 'benchmark', correlationId: requestId };
      const reply = await reservations.reserve({ requestId, corporationId, origin, docType: 'RUC', taxIds: [taxId], months: 1 });
      if (reply.outcome !== 'reserved') throw new Error(reply.refusal.reason);
    },
    close: () => database.close(),
  };
}

async function hotContract(url: string): Promise<string> {
  const [contractId, corporationId] = [randomUUID(), randomUUID()];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    BEGIN;
    INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
      VALUES ('${contractId}', '${corporationId}', 'one_time', '2020-01-01', '2099-12-31', ${quotaMonths});
    INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, actor, granted_before, available_before, held_before,
      consumed_before, granted, available, held, consumed)
      VALUES ('${contractId}', 1, 'grant', ${quotaMonths}, 'contract', '${contractId}', 'benchmark', 0, 0, 0, 0, ${quotaMonths}, ${quotaMonths}, 0, 0);
    INSERT INTO billing.quota_account VALUES ('${contractId}', 1, ${quotaMonths}, ${quotaMonths}, 0, 0);
    COMMIT`);
  await client.end();
  return corporationId;
}

/** No ledger, no second answer to the same request, nothing to take back: just a number that does not fall below zero. */
export async function bareUpdate(url: string, connections: number): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // The server may stop sooner than its connections close.
  pool.on('error', () => {});
  await pool.query('CREATE SCHEMA bench; CREATE TABLE bench.account (id int PRIMARY KEY, available int NOT NULL)');
  await pool.query('INSERT INTO bench.account VALUES (1, $1)', [quotaMonths]);
  const statement = {
    name: 'bare',
    text: 'UPDATE bench.account SET available = available - $1 WHERE id = 1 AND available >= $1 RETURNING available',
    values: [1],
  };
  return {
    name: 'bare UPDATE',
    async reserve() {
      const { rowCount } = await pool.query(statement);
      if (rowCount !== 1) throw new Error('nothing is left');
    },
    close: () => pool.end(),
  };
}

/** Both contenders work in this process, so asking is part of their cost. */
export async function oneRound(contender: Contender, servers: Processes, reservations: number, inFlight: number): Promise<Round> {
  const { processorMs, generatorMs, result } = await spentBy(servers, async () => {
    const startedAt = performance.now();
    const timesMs = await timesOf(() => contender.reserve(), reservations, inFlight);
    return { done: reservations, result: { timesMs, seconds: (performance.now() - startedAt) / 1000 } };
  });
  const { timesMs, seconds } = result;
  return {
    perSecond: reservations / seconds,
    p50Ms: quantile(timesMs, 0.5),
    p99Ms: quantile(timesMs, 0.99),
    processorMs: { [contender.name]: generatorMs, ...processorMs },
  };
}
