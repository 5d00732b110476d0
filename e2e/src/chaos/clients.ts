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
}

const documents = 400;
const patienceMs = 10_000;
const pauseMs = 60;

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
    told.push(await ask(client, corporation, randomRuc(random)));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function ask(client: ApiClient, { corporationId }: TestCorporation, taxId: string): Promise<Told> {
  const timer = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too long')), patienceMs).unref());
  try {
    const { status } = await Promise.race([client.load(taxId), timer]);
    const outcome = status === 200 ? 'done' : status === 202 ? 'later' : 'refused';
    return { corporationId, taxId, outcome, status };
  } catch (error) {
    const nobodyListened = (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED';
    return { corporationId, taxId, outcome: nobodyListened ? 'refused' : 'unknown' };
  }
}
