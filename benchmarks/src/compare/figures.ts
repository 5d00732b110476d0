import type { ApiClient } from '@vigia/testing';
import { readByUndici } from '../http/undici.js';
import { hasWrk, readByWrk } from '../http/wrk.js';
import { loadBy } from '../load/contenders.js';
import { freshTaxId } from '../load/documents.js';
import type { Round } from '../results.js';
import { spentBy, type Work } from '../spent.js';
import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';
import type { Arrivals } from '../webhooks/arrivals.js';
import type { Version } from './version.js';

export interface Figure {
  what: string;
  run(version: Version): Promise<Work<Round>>;
}

const readSeconds = 2;
const isWrkHere = hasWrk();

/** Everything uses the public interfaces, in the same way for every version. */
export function figures(arrivals: Arrivals): Figure[] {
  const loaded = (client: (version: Version) => ApiClient) => (version: Version) => loadBy(client(version), freshTaxId());
  const fired = async ({ monthly, taxIds }: Version) => {
    const { status, body } = await monthly.trigger(anyOf(taxIds));
    if (status !== 202) throw new Error(`trigger: ${status} ${JSON.stringify(body)}`);
    await arrivals.at(body.data.triggerId, ['/1']);
  };
  return [
    counted(
      'loads, 16 in flight',
      60,
      16,
      loaded(({ monthly }) => monthly),
    ),
    counted(
      'loads, one at a time',
      10,
      1,
      loaded(({ monthly }) => monthly),
    ),
    counted(
      'loads that reserve a month, 16 in flight',
      60,
      16,
      loaded(({ oneTime }) => oneTime),
    ),
    reads('summaries read, 32 in flight', ({ taxIds }) => taxIds.map((taxId) => `/v2/perfiles/${taxId}/resumen`)),
    reads('contracts asked of billing, 32 in flight', () => ['/v2/cuota/contratos']),
    counted('triggers until they arrive, 16 in flight', 400, 16, fired),
    counted('triggers until they arrive, one at a time', 30, 1, fired),
  ];
}

/** One round of a figure, with the processor time of every process. */
export async function oneRound(figure: Figure, version: Version): Promise<Round> {
  const { result, ...spent } = await spentBy(version.processes, () => figure.run(version));
  return { ...result, ...spent };
}

function counted(what: string, done: number, inFlight: number, call: (version: Version) => Promise<unknown>): Figure {
  return {
    what,
    async run(version) {
      const startedAt = performance.now();
      const timesMs = await timesOf(() => call(version), done, inFlight);
      const perSecond = done / ((performance.now() - startedAt) / 1000);
      return { done, result: { perSecond, p50Ms: quantile(timesMs, 0.5), p99Ms: quantile(timesMs, 0.99) } };
    },
  };
}

function reads(what: string, pathsOf: (version: Version) => string[]): Figure {
  return {
    what,
    async run(version) {
      const { authorization } = await version.monthly.authorization();
      const asked = { url: version.monthly.baseUrl, paths: pathsOf(version), authorization, connections: 32, seconds: readSeconds };
      const { requests: done, ...result } = await (isWrkHere ? readByWrk(version.folder, asked) : readByUndici(asked));
      return { done, result };
    },
  };
}

function anyOf<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)]!;
}
