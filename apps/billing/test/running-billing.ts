import { randomUUID } from 'node:crypto';
import type { ContractKind, PayloadOf, Settlement } from '@vigia/contracts';
import { connectBroker, Messages } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { readSettings, startService } from '@vigia/service-kit';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { billing, billingSettings } from '../src/app.module.js';

export interface Access {
  state: string;
  mode: string;
  request_id: string;
  expires_at: Date | null;
}

export interface RunningBilling {
  database: TestDatabase;
  messages: Messages;
  createContract(kind: ContractKind, corporationId?: string, terms?: Partial<PayloadOf<'contracts.create'>>): Promise<string>;
  reserve(request: PayloadOf<'quota.reserve'>): Promise<unknown>;
  open(opening: PayloadOf<'access.open'>): Promise<unknown>;
  settle(settlement: Settlement): Promise<unknown>;
  accesses(corporationId: string): Promise<Access[]>;
  stop(): Promise<void>;
}

const timeoutMs = 15_000;
const always = { startsOn: '2020-01-01', endsOn: '2099-12-31' };

/** Billing on a database of its own, reached as the others reach it: by messages. */
export async function startBilling(): Promise<RunningBilling> {
  const database = await createTestDatabase();
  const settings = readSettings(billingSettings, {
    DATABASE_URL: database.url,
    VIGIA_BROKER_URL: database.url,
    VIGIA_LOG_FILE: '/dev/null',
    VIGIA_SHUTDOWN_GRACE_MS: '1000',
  });
  const service = await startService(billing, settings, { listen: false });
  const broker = await connectBroker({ url: database.url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
  const messages = new Messages(broker);
  return {
    database,
    messages,
    async createContract(kind, corporationId = randomUUID(), terms = {}) {
      await messages.request('contracts.create', { corporationId, kind, quotaMonths: 12, ...always, ...terms }, { timeoutMs });
      return corporationId;
    },
    reserve: (request) => messages.request('quota.reserve', request, { timeoutMs }),
    // Every delivery under an id of its own: the broker must not spare billing the repetition.
    open: (opening) => messages.deliver('access.open', opening, { id: randomUUID(), timeoutMs }),
    settle: (settlement) => messages.deliver('access.settle', settlement, { id: randomUUID(), timeoutMs }),
    accesses: (corporationId) =>
      database.query('SELECT state, mode, request_id, expires_at FROM billing.access WHERE corporation_id = $1 ORDER BY tax_id', [
        corporationId,
      ]),
    async stop() {
      await broker.close();
      await service.close();
      await database.drop();
    },
  };
}
