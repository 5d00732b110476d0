import { setTimeout as sleep } from 'node:timers/promises';
import { freshTaxId } from '../load/documents.js';
import { processorMs } from '../processor-time.js';
import type { Grown } from './grown.js';

/** The most documents that one request may have. */
const perRequest = 100;

interface Drained {
  documents: number;
  /** From the first load that opens to the last that closes. */
  perSecond: number;
  cpuMs: number;
}

/** Sends documents as fast as the gateway accepts them, without waiting for their loads. */
export async function drain(grown: Grown, documents: number): Promise<Drained> {
  const { database } = grown.system;
  const pids = grown.processes.map(({ pid }) => pid);
  const before = await processorMs(pids);
  const [{ since }] = (await database.query('SELECT now() AS since')) as [{ since: Date }];
  for (let sent = 0; sent < documents; sent += perRequest) {
    const taxIds = Array.from({ length: Math.min(perRequest, documents - sent) }, freshTaxId);
    const body = { taxIds, docType: 'RUC' };
    const { status } = await grown.client.call('POST', '/v2/perfiles/cargar-masivo', { body, headers: await grown.client.authorization() });
    if (status !== 202) throw new Error(`bulk: ${status}`);
  }
  for (;;) {
    const [row] = await database.query<{ open: number; closed: number; seconds: number }>(
      `SELECT count(*) FILTER (WHERE state = 'open')::int AS open, count(*) FILTER (WHERE state = 'closed')::int AS closed,
         extract(epoch FROM max(closed_at) - min(opened_at))::float8 AS seconds
       FROM profiles.load WHERE tax_id LIKE '2097%' AND opened_at >= $1`,
      [since],
    );
    if (row!.open === 0 && row!.closed >= documents)
      return { documents, perSecond: documents / row!.seconds, cpuMs: ((await processorMs(pids)) - before) / documents };
    await sleep(500);
  }
}

export function drainedText({ documents, perSecond, cpuMs }: Drained): string {
  return `  ${documents} documents: ${perSecond.toFixed(1)}/s, ${cpuMs.toFixed(1)} ms of processor time each`;
}
