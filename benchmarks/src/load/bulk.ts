import { sourceNames, type SourceName } from '@vigia/contracts';
import type { ApiClient } from '@vigia/testing';
import type { Work } from '../spent.js';
import { freshTaxId } from './documents.js';

const size = 100;
const [fastestMs, slowestMs] = [300, 1_000];

/** From 300 to 1000 ms, different for each source. */
export const bulkDelaysMs = Object.fromEntries(
  sourceNames.map((source, i) => [source, fastestMs + Math.round(((slowestMs - fastestMs) * i) / (sourceNames.length - 1))]),
) as Record<SourceName, number>;

/** With this many simultaneous questions to a source, nobody could finish sooner than its slowest queue. */
export function bestScheduleMs(concurrency: number, asked: readonly SourceName[]): number {
  return Math.max(...asked.map((source) => Math.ceil(size / concurrency) * bulkDelaysMs[source]));
}

export async function loadInBulk(client: ApiClient): Promise<Work<number>> {
  const taxIds = Array.from({ length: size }, freshTaxId);
  const startedAt = performance.now();
  const { status, body } = await client.call('POST', '/v2/perfiles/cargar-masivo', {
    body: { taxIds, docType: 'RUC' },
    headers: await client.authorization(),
  });
  if (status !== 200 || body.results.successful !== size) throw new Error(`bulk: ${status} ${JSON.stringify(body)}`);
  return { done: size, result: performance.now() - startedAt };
}
