import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PayloadOf, ReplyOf, RequestName } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { connectBroker, Messages, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { baseSettings, optional, readSettings } from '@vigia/service-kit';

/** The process that a command runs in. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  /** Writes to standard output. */
  print: (text: string) => unknown;
  /** Whether standard output is a terminal. */
  isTerminal: boolean;
}

export class NoSystemError extends Error {
  constructor() {
    super('no running system is known: start one with `npm start`, or set DATABASE_URL and VIGIA_BROKER_URL (or REDIS_URL)');
    this.name = 'NoSystemError';
  }
}

/** A file in which the standalone product describes itself. */
export function readHome<T>(environment: Surroundings['environment'], name: string): T {
  const file = join(resolve(environment.VIGIA_HOME || '.vigia'), name);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new NoSystemError();
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

interface Addresses {
  databaseUrl?: string;
  brokerUrl: string;
}

const addressSettings = { databaseUrl: optional(baseSettings.databaseUrl), brokerUrl: optional(baseSettings.brokerUrl) };

/** The system that the environment names, or the standalone one that was started in this folder. */
export function addressesOf({ environment }: Surroundings): Addresses {
  const { databaseUrl, brokerUrl = databaseUrl } = readSettings(addressSettings, environment);
  if (brokerUrl) return { brokerUrl, ...(databaseUrl && { databaseUrl }) };
  return readHome<Addresses>(environment, 'connection.json');
}

export const patience = { timeoutMs: 10_000 };
/** For a request that reads everything stored: as long as its owner may work on a message. */
export const longPatience = { timeoutMs: 60_000 };

export async function withBroker<T>(surroundings: Surroundings, work: (broker: Broker) => Promise<T>): Promise<T> {
  const { brokerUrl } = addressesOf(surroundings);
  const broker = await connectBroker({ url: brokerUrl, service: 'operator', logger: createLogger('operator', { level: 'silent' }) });
  try {
    return await work(broker);
  } finally {
    await broker.close();
  }
}

/** Reads rows as the owner of all schemas, as the doctor does. */
export async function withDatabase<T>(surroundings: Surroundings, work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl } = addressesOf(surroundings);
  if (!databaseUrl) throw new NoSystemError();
  const database = await openDatabase({ url: databaseUrl, poolSize: 4 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Sends a request to the service that owns it. */
export function ask<N extends RequestName>(
  surroundings: Surroundings,
  name: N,
  payload: PayloadOf<N>,
  waiting = patience,
): Promise<ReplyOf<N>> {
  return withBroker(surroundings, (broker) => new Messages(broker).request(name, payload, waiting));
}

/** Only the gateway knows corporations: other services treat a mistyped id as a corporation without any data. */
export async function assertCorporation(surroundings: Surroundings, corporationId: string): Promise<void> {
  const { corporations } = await ask(surroundings, 'corporations.list', {});
  if (!corporations.some((corporation) => corporation.corporationId === corporationId)) {
    throw new Error(`no corporation has the id ${corporationId}: \`corporation list\` shows them`);
  }
}
