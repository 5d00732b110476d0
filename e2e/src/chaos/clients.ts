import { setTimeout as sleep } from 'node:timers/promises';
import { rucCheckDigit } from '@vigia/contracts';
import { ApiClient, type TestCorporation } from '@vigia/testing';
import type { Random } from './random.js';
import type { World } from './world.js';

/** What one client was told about one load. `unknown` is a connection that broke or took too long: anything may have happened. */
export interface Told {
  corporationId: string;
  taxId: string;
  outcome: 'done' | 'later' | 'refused' | 'unknown';
  status?: number;
  correlationId?: string | null;
  message?: string;
  /** What the summary answered right after the load was done. */
  summary?: number;
}

const documents = 400;
const patienceMs = 10_000;
const pauseMs = 60;
const pauseAfterTroubleMs = 400;
const monitored = 0.75;

function randomRuc(random: Random): string {
  const firstTen = `20991${String(Math.floor(random.next() * documents)).padStart(5, '0')}`;
  return `${firstTen}${rucCheckDigit(firstTen)}`;
}

/** Loads one document after the other until it is told to stop, and writes down everything that it is told. */
export async function runClient(world: World, random: Random, told: Told[], signal: AbortSignal): Promise<void> {
  const clients = new Map<string, ApiClient>();
  while (!signal.aborted) {
    const corporation = random.pick(world.corporations);
    const url = random.pick(world.gatewayUrls);
    const key = `${url} ${corporation.corporationId}`;
    const client = clients.get(key) ?? new ApiClient(url, corporation);
    clients.set(key, client);
    const isMonitoring = random.next() < monitored;
    const answer = await ask(client, corporation, randomRuc(random), isMonitoring);
    told.push(answer);
    await sleep(answer.outcome === 'done' ? pauseMs : pauseAfterTroubleMs);
  }
}

async function ask(client: ApiClient, { corporationId }: TestCorporation, taxId: string, isMonitoring: boolean): Promise<Told> {
  try {
    const { status, headers, body } = await inTime(client.load(taxId, { isMonitoring }));
    const outcome = status === 200 ? 'done' : status === 202 ? 'later' : 'refused';
    const told = { corporationId, taxId, outcome, status, correlationId: headers.get('x-correlation-id'), message: body.message } as const;
    return outcome === 'done' ? { ...told, ...(await readBack(client, taxId)) } : told;
  } catch (error) {
    return { corporationId, taxId, outcome: nobodyListened(error) ? 'refused' : 'unknown' };
  }
}

async function readBack(client: ApiClient, taxId: string): Promise<{ summary?: number }> {
  try {
    return { summary: (await inTime(client.summary(taxId))).status };
  } catch {
    return {};
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  return Promise.race([answer, sleep(patienceMs, undefined, { ref: false }).then(() => Promise.reject(new Error('took too long')))]);
}

function nobodyListened(error: unknown): boolean {
  return (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED';
}
