import type { Logger } from '@vigia/observability';
import { ReplyBox } from '../replies/reply-box.js';
import { Broker } from './broker.js';
import type { Datastore } from '../datastore/datastore.js';
import type { Observe } from '../jobs/run-handler.js';
import { migratePostgres, openPostgres } from './postgres.js';
import { BrokerUrlError, parseBrokerUrl, type BrokerAddress } from '../domain/broker-url.js';
import { BrokerStartError, refusalOf, startFault } from '../datastore/reach.js';
import { openRedis } from './redis.js';

export interface BrokerOptions {
  url: string;
  service: string;
  logger: Logger;
  /** Separates installations that share one Redis or one database. */
  prefix?: string;
  /** After this time a job of a process that no longer answers goes to another worker. */
  lockMs?: number;
  closeGraceMs?: number;
  observe?: Observe;
}

export async function connectBroker(options: BrokerOptions): Promise<Broker> {
  const { url, service, logger, lockMs = 15_000, closeGraceMs = 20_000, observe = () => {} } = options;
  const tell = troubleReporter(logger);
  let reported: Error | undefined;
  const onTrouble = (error: Error) => {
    reported = error;
    tell(error);
  };
  try {
    const datastore = await openDatastore(options, onTrouble);
    const replies = await openReplies(datastore, service, onTrouble);
    return new Broker({ datastore, replies, service, logger, lockMs, closeGraceMs, observe, onTrouble });
  } catch (error) {
    throw error instanceof BrokerStartError ? error : startFault(url, error, reported);
  }
}

/** Safe to run twice at once. Redis needs no migration. */
export async function migrateBroker(url: string): Promise<void> {
  if (brokerAt(url).kind === 'postgres') {
    await migratePostgres(url);
  }
}

async function openDatastore({ url, service, prefix = 'vigia' }: BrokerOptions, onTrouble: (error: Error) => void): Promise<Datastore> {
  const address = brokerAt(url);
  return address.kind === 'postgres' ? openPostgres(url, { prefix, service }, onTrouble) : openRedis(address, prefix, onTrouble);
}

async function openReplies(datastore: Datastore, service: string, onTrouble: (error: Error) => void): Promise<ReplyBox> {
  try {
    return await ReplyBox.open(datastore, service, onTrouble);
  } catch (error) {
    await datastore.close();
    throw error;
  }
}

function brokerAt(url: string): BrokerAddress {
  try {
    return parseBrokerUrl(url);
  } catch (error) {
    throw error instanceof BrokerUrlError ? new BrokerStartError(`the URL of the broker ${error.message}`) : error;
  }
}

const silenceMs = 10_000;

/** In an outage every connection reports several errors a second, so each text is logged at most once in ten seconds. */
function troubleReporter(logger: Logger): (error: Error) => void {
  const saidAt = new Map<string, number>();
  return (error) => {
    const now = Date.now();
    if (now - (saidAt.get(error.message) ?? 0) < silenceMs) {
      return;
    }
    for (const [text, at] of saidAt) {
      if (now - at >= silenceMs) {
        saidAt.delete(text);
      }
    }
    saidAt.set(error.message, now);
    const refusal = refusalOf(error);
    logger.warn({ err: error }, refusal ? `the broker ${refusal}` : 'broker trouble');
  };
}
