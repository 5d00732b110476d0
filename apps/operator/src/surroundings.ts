import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { connectBroker, Messages, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { baseSettings, optional, readSettings } from '@vigia/service-kit';
import { render, type Rows } from './output/table.js';

export interface Surroundings {
  environment: Record<string, string | undefined>;
  print: (text: string) => unknown;
}

export interface Addresses {
  databaseUrl: string;
  brokerUrl: string;
}

export class NoSystemError extends Error {
  constructor() {
    super('no running system is known: start one with `npm start`, or set DATABASE_URL and VIGIA_BROKER_URL (or REDIS_URL)');
    this.name = 'NoSystemError';
  }
}

export function homeOf({ environment }: Surroundings): string {
  return resolve(environment.VIGIA_HOME ?? '.vigia');
}

const addressSettings = { databaseUrl: optional(baseSettings.databaseUrl), brokerUrl: optional(baseSettings.brokerUrl) };

/** The system that the environment names, or the standalone one of this folder. */
export function addressesOf(surroundings: Surroundings): Addresses {
  const { databaseUrl, brokerUrl = databaseUrl } = readSettings(addressSettings, surroundings.environment);
  if (brokerUrl) return { databaseUrl: databaseUrl ?? brokerUrl, brokerUrl };
  try {
    return JSON.parse(readFileSync(join(homeOf(surroundings), 'connection.json'), 'utf8')) as Addresses;
  } catch {
    throw new NoSystemError();
  }
}

const answerTimeoutMs = 10_000;
export const patience = { timeoutMs: answerTimeoutMs };

export async function withBroker<T>(surroundings: Surroundings, work: (broker: Broker, messages: Messages) => Promise<T>): Promise<T> {
  const { brokerUrl } = addressesOf(surroundings);
  const broker = await connectBroker({ url: brokerUrl, service: 'operator', logger: createLogger('operator', { level: 'silent' }) });
  try {
    return await work(broker, new Messages(broker));
  } finally {
    await broker.close();
  }
}

/** Adds `--json` to a command and prints what its work comes to, for a person or for a script. */
export function action<O extends object>(
  command: Command,
  { print }: Surroundings,
  work: (options: O, ...operands: string[]) => Promise<{ json: unknown; rows: Rows; note?: string }>,
): void {
  command.option('--json', 'print JSON and nothing else').action(async (...given: unknown[]) => {
    const options = given.at(-2) as O & { json?: boolean };
    const { json, rows, note } = await work(options, ...(given.slice(0, -2) as string[]));
    print(options.json ? `${JSON.stringify(json, null, 2)}\n` : `${render(rows)}${note ? `\n${note}\n` : ''}`);
  });
}
