import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, type Answer } from '@vigia/testing';
import { post } from '../clients/calls.js';
import { nextAct, type Act } from './acts.js';
import type { Random } from './random.js';
import type { Scene } from './world.js';

/** What one client was told about one call. `unknown` is a connection that broke or took too long: anything may have happened. */
export interface Told {
  corporationId: string;
  /** The `Idempotency-Key`, which the client sends again until it knows the outcome, and sometimes once more. */
  key: string;
  taxIds: string[];
  outcome: 'done' | 'later' | 'triggered' | 'refused' | 'unknown';
  status?: number;
  requestId?: string | null;
  message?: string;
  /** Documents of a load that was done or will be. */
  loaded: string[];
  /** The status of the summary right after its load was done. */
  summary?: number;
  triggerId?: string;
}

/** An answer and its moment, by the clock of this process. */
export type ToldAt = Told & { at: number };

const usualPatienceMs = 10_000;
const pauseMs = 60;
const pauseAfterTroubleMs = 400;
const mostTries = 4;
const repeated = 0.2;

/** Makes one call after another until it is told to stop, and records every answer. It may repeat a call at another gateway. */
export async function runClient(
  world: Scene,
  random: Random,
  told: ToldAt[],
  signal: AbortSignal,
  patienceMs = usualPatienceMs,
): Promise<void> {
  const clients = new Map<string, ApiClient>();
  for (let acts = 0; !signal.aborted; acts += 1) {
    const corporation = random.pick(world.corporations);
    const own = told.filter(({ corporationId }) => corporationId === corporation.corporationId);
    const act = nextAct(
      random,
      acts,
      own.flatMap(({ loaded }) => loaded),
    );
    const key = randomUUID();
    for (let tries = 0; tries < mostTries && !signal.aborted; tries += 1) {
      const url = random.pick(world.gatewayUrls);
      const name = `${url} ${corporation.corporationId}`;
      const client = clients.get(name) ?? new ApiClient(url, corporation);
      clients.set(name, client);
      const answer = { corporationId: corporation.corporationId, key, taxIds: act.taxIds, ...(await ask(client, act, key, patienceMs)) };
      told.push({ ...answer, at: performance.now() });
      await sleep(answer.outcome === 'done' || answer.outcome === 'triggered' ? pauseMs : pauseAfterTroubleMs);
      if (!mayHaveHappened(answer) && random.next() >= repeated) break;
    }
  }
}

type Said = Omit<Told, 'corporationId' | 'key' | 'taxIds'>;

async function ask(client: ApiClient, act: Act, key: string, patienceMs: number): Promise<Said> {
  try {
    const said = read(act, await within(patienceMs, post(client, act.path, act.body, { 'idempotency-key': key })));
    const [taxId] = said.outcome === 'done' ? said.loaded : [];
    return taxId === undefined ? said : { ...said, ...(await readBack(client, taxId, patienceMs)) };
  } catch (error) {
    return { outcome: nobodyListened(error) ? 'refused' : 'unknown', loaded: [] };
  }
}

function read({ taxIds, loads }: Act, { status, headers, body }: Answer): Said {
  const told = { status, requestId: headers.get('x-request-id'), message: body.message };
  if (status !== 200 && status !== 202) return { ...told, outcome: 'refused', loaded: [] };
  // Only the answer to a forced update has its results in `data`.
  const { triggerId, results = body.results } = body.data ?? {};
  if (triggerId !== undefined) return { ...told, outcome: 'triggered', triggerId, loaded: [] };
  const failed: string[] = (results?.errors ?? []).map((one: { taxId: string }) => one.taxId);
  return { ...told, outcome: status === 200 ? 'done' : 'later', loaded: loads ? taxIds.filter((taxId) => !failed.includes(taxId)) : [] };
}

/** A call that nobody listened to, or that was refused for a reason, has had no effect. */
function mayHaveHappened({ outcome, status = 0 }: Told): boolean {
  return outcome === 'unknown' || status >= 500;
}

async function readBack(client: ApiClient, taxId: string, patienceMs: number): Promise<{ summary?: number }> {
  try {
    return { summary: (await within(patienceMs, client.summary(taxId))).status };
  } catch {
    return {};
  }
}

async function within<T>(patienceMs: number, answer: Promise<T>): Promise<T> {
  return Promise.race([answer, sleep(patienceMs, undefined, { ref: false }).then(() => Promise.reject(new Error('took too long')))]);
}

function nobodyListened(error: unknown): boolean {
  return (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED';
}
