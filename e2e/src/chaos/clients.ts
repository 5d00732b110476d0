import { setTimeout as sleep } from 'node:timers/promises';
import { rucCheckDigit } from '@vigia/contracts';
import { ApiClient, type TestCorporation } from '@vigia/testing';
import type { Random } from './random.js';
import type { Scene } from './world.js';

/**
 * What one client was told about one load or trigger. `unknown` is a connection that broke or took too long: anything may have happened.
 */
export interface Told {
  corporationId: string;
  taxId: string;
  outcome: 'done' | 'later' | 'triggered' | 'refused' | 'unknown';
  status?: number;
  correlationId?: string | null;
  message?: string;
  /** The status of the summary right after the load was done. */
  summary?: number;
  triggerId?: string;
}

/** An answer and its moment, by the clock of this process. */
export type ToldAt = Told & { at: number };

/** All clients go from document to document at about the same pace, so that several ask for one while it is being loaded. */
const documentsAtATime = 40;
const newDocumentsPerCall = 1.5;
const patienceMs = 10_000;
const pauseMs = 60;
const pauseAfterTroubleMs = 400;
const monitored = 0.75;
const triggers = 0.4;

function randomRuc(random: Random, callsBefore: number): string {
  const document = Math.floor(callsBefore * newDocumentsPerCall + random.next() * documentsAtATime);
  const firstTen = `20991${String(document).padStart(5, '0')}`;
  return `${firstTen}${rucCheckDigit(firstTen)}`;
}

/** Loads one document after another, or triggers its summary, until it is told to stop, and records every answer. */
export async function runClient(world: Scene, random: Random, told: ToldAt[], signal: AbortSignal): Promise<void> {
  const clients = new Map<string, ApiClient>();
  for (let calls = 0; !signal.aborted; calls += 1) {
    const corporation = random.pick(world.corporations);
    const url = random.pick(world.gatewayUrls);
    const key = `${url} ${corporation.corporationId}`;
    const client = clients.get(key) ?? new ApiClient(url, corporation);
    clients.set(key, client);
    const isMonitoring = random.next() < monitored;
    const ask = random.next() < triggers ? trigger : load;
    const answer = await ask(client, corporation, randomRuc(random, calls), isMonitoring);
    told.push({ ...answer, at: performance.now() });
    await sleep(answer.outcome === 'done' || answer.outcome === 'triggered' ? pauseMs : pauseAfterTroubleMs);
  }
}

async function load(client: ApiClient, { corporationId }: TestCorporation, taxId: string, isMonitoring: boolean): Promise<Told> {
  try {
    const { status, headers, body } = await inTime(client.load(taxId, { isMonitoring }));
    const outcome = status === 200 ? 'done' : status === 202 ? 'later' : 'refused';
    const told = { corporationId, taxId, outcome, status, correlationId: headers.get('x-correlation-id'), message: body.message } as const;
    return outcome === 'done' ? { ...told, ...(await readBack(client, taxId)) } : told;
  } catch (error) {
    return { corporationId, taxId, outcome: nobodyListened(error) ? 'refused' : 'unknown' };
  }
}

async function trigger(client: ApiClient, { corporationId }: TestCorporation, taxId: string, isMonitoring: boolean): Promise<Told> {
  try {
    const { status, body } = await inTime(client.trigger(taxId, { isMonitoring }));
    if (status !== 202) return { corporationId, taxId, outcome: 'refused', status, message: body.message };
    return { corporationId, taxId, outcome: 'triggered', status, triggerId: body.data.triggerId };
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
