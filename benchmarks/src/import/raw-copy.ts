import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { databasePid, processorMs } from '../processor-time.js';
import { padronColumns } from './padron-file.js';

export interface Measured {
  ms: number;
  /** The time of the process that worked more. */
  busierMs: number;
  /** The processor time of both together. */
  processorMs: number;
}

const columns = Array.from({ length: padronColumns }, (_, i) => `c${i}`);
const format = `FORMAT csv, HEADER, DELIMITER '|', QUOTE E'\\x01', NULL '-', ENCODING 'LATIN1', FREEZE`;

/**
 * Copies the file unchanged into a table of texts: nothing is unpacked, checked, keyed or kept. No import of the same bytes can be faster.
 */
export async function rawCopy(url: string, path: string): Promise<Measured> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const query = async (text: string) => (await client.query<{ pid: number }>(text)).rows;
  const servers = [await databasePid(query)];
  try {
    await client.query('BEGIN');
    await client.query(`CREATE TABLE raw_copy (${columns.map((name) => `${name} text`).join(', ')})`);
    const [serverBefore, ownBefore, startedAt] = [await processorMs(servers), process.cpuUsage(), performance.now()];
    await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), client.query(copyFrom(`COPY raw_copy FROM STDIN (${format})`)));
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(ownBefore);
    const [own, server] = [(user + system) / 1000, (await processorMs(servers)) - serverBefore];
    await client.query('ROLLBACK');
    return { ms, busierMs: Math.max(own, server), processorMs: own + server };
  } finally {
    await client.end();
  }
}
