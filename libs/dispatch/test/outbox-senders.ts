import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '@vigia/database';
import { connectBroker, Messages } from '@vigia/messaging';
import { createLogger, withCorrelationId, type Logger } from '@vigia/observability';
import { testOrigin } from '@vigia/testing';
import { Outbox, type Acknowledged } from '../src/index.js';

const silent = createLogger('outbox-test', { level: 'silent' });

export interface Sender {
  database: Database;
  outbox: Outbox;
  /** Writes one event in its own transaction and returns the id of its request. */
  send: () => Promise<string>;
  stop(): Promise<void>;
}

/** The outbox of one process, with its own connections to the database and to the broker. */
export async function startSender(
  databaseUrl: string,
  brokerUrl: string,
  { acknowledged, logger = silent }: { acknowledged?: Acknowledged | undefined; logger?: Logger | undefined } = {},
): Promise<Sender> {
  const database = await openDatabase({ url: databaseUrl });
  const broker = await connectBroker({ url: brokerUrl, service: 'profile-loader', logger });
  const outbox = new Outbox({
    table: 'profiles.outbox',
    database,
    messages: new Messages(broker),
    logger,
    ...(acknowledged && { acknowledged }),
  });
  outbox.start();
  return {
    database,
    outbox,
    send: async () => {
      const requestId = randomUUID();
      await withCorrelationId(`about-${requestId}`, () =>
        database.transaction(async (tx) => outbox.add(tx, 'access.settle', settlementOf(requestId))),
      );
      return requestId;
    },
    async stop() {
      await outbox.stop();
      await broker.close();
      await database.close();
    },
  };
}

export function settlementOf(requestId: string) {
  return {
    requestId,
    corporationId: randomUUID(),
    origin: testOrigin,
    acceptedOn: '2026-11-20',
    mode: 'monitoring' as const,
    documents: [{ docType: 'RUC' as const, taxId: '20990000019', loaded: true }],
  };
}
