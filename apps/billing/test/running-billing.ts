import { randomUUID } from 'node:crypto';
import {
  type ContractKind,
  limaDay,
  type PayloadOf,
  type ReplyOf,
  type RequestName,
  type Settled,
  type Settlement,
} from '@vigia/contracts';
import { connectBroker, type Messages } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { readSettings, startService, type RunningService } from '@vigia/service-kit';
import { anyBroker, brokerUrl, createTestDatabase, PatientMessages, setBusinessClock, waitUntil, type TestDatabase } from '@vigia/testing';
import { billing, billingSettings } from '../src/app.module.js';

interface Access {
  state: string;
  mode: string;
  request_id: string;
  expires_at: Date | null;
}

export interface RunningBilling {
  database: TestDatabase;
  brokerUrl: string;
  messages: Messages;
  createContract(kind: ContractKind, corporationId?: string, terms?: Partial<PayloadOf<'contracts.create'>>): Promise<string>;
  ask<N extends RequestName>(name: N, payload: PayloadOf<N>): Promise<ReplyOf<N>>;
  reserve(request: PayloadOf<'quota.reserve'>): Promise<ReplyOf<'quota.reserve'>>;
  open(opening: PayloadOf<'access.open'>): Promise<unknown>;
  settle(settlement: Settlement): Promise<Settled>;
  reprocess(settlement: PayloadOf<'reprocess.settle'>): Promise<ReplyOf<'reprocess.settle'>>;
  /** Sets business time, which then continues from there. */
  itIs(instant: string): Promise<void>;
  /** The day in Lima at that time. */
  today(): string;
  accesses(corporationId: string): Promise<Access[]>;
  /** Waits until at least so many jobs are being handled: requests of one turn are one job. */
  untilUnderWay(jobs: number): Promise<unknown>;
  stop(): Promise<void>;
}

const timeoutMs = 60_000;
const always = { startsOn: '2020-01-01', endsOn: '2099-12-31' };

export function startReplica(
  { database, brokerUrl: url }: Pick<RunningBilling, 'database' | 'brokerUrl'>,
  environment: Record<string, string> = {},
): Promise<RunningService> {
  const settings = readSettings(billingSettings, {
    DATABASE_URL: database.url,
    VIGIA_BROKER_URL: url,
    VIGIA_LOG_FILE: '/dev/null',
    VIGIA_SHUTDOWN_GRACE_MS: '1000',
    VIGIA_TEST_CLOCK: '1',
    ...environment,
  });
  return startService(billing, settings, { listen: false });
}

/** Billing on its own database. Tests reach it as other services do: by messages. */
export async function startBilling(environment: Record<string, string> = {}): Promise<RunningBilling> {
  const database = await createTestDatabase();
  const url = await brokerUrl(anyBroker(), database.url);
  const service = await startReplica({ database, brokerUrl: url }, environment);
  const broker = await connectBroker({ url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
  const messages = new PatientMessages(broker);
  let aheadMs = 0;
  return {
    database,
    brokerUrl: url,
    messages,
    async createContract(kind, corporationId = randomUUID(), terms = {}) {
      await messages.request('contracts.create', { corporationId, kind, quotaMonths: 12, ...always, ...terms }, { timeoutMs });
      return corporationId;
    },
    ask: (name, payload) => messages.request(name, payload, { timeoutMs }),
    reserve: (request) => messages.request('quota.reserve', request, { timeoutMs }),
    // Every delivery has its own id, so that the broker does not drop a repeated message.
    open: (opening) => messages.deliver('access.open', opening, { id: randomUUID(), timeoutMs }),
    settle: (settlement) => messages.deliver('access.settle', settlement, { id: randomUUID(), timeoutMs }),
    reprocess: (settlement) => messages.deliver('reprocess.settle', settlement, { id: randomUUID(), timeoutMs }),
    async itIs(instant) {
      aheadMs = Date.parse(instant) - Date.now();
      await setBusinessClock(database, instant);
    },
    today: () => limaDay(new Date(Date.now() + aheadMs)),
    accesses: (corporationId) =>
      database.query('SELECT state, mode, request_id, expires_at FROM billing.access WHERE corporation_id = $1 ORDER BY tax_id', [
        corporationId,
      ]),
    untilUnderWay: (jobs) =>
      waitUntil(async () => (await broker.queue('billing-requests').counts()).active >= jobs, { what: `${jobs} are under way` }),
    async stop() {
      await broker.close();
      await service.close();
      await database.drop();
    },
  };
}
