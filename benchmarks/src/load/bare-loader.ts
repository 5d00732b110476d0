import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sections, sourceNames, sourceQueue, sourcesFor, type SourceName } from '@vigia/contracts';
import { Queue, Worker } from 'bullmq';
import pg from 'pg';
import { Pool } from 'undici';

/**
 * The least that could load a profile: one BullMQ job per source, the same simulator asked, the same rows written, and an
 * answer when all of them are there. Nothing is validated, mapped, scored, retried, billed or kept through a crash.
 */
const { DATABASE_URL, BENCH_REDIS_URL = '', BENCH_SOURCES_URL = '', BENCH_CONCURRENCY = '10' } = process.env;
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const { hostname: host, port, pathname } = new URL(BENCH_REDIS_URL);
const connection = { host, port: Number(port), db: Number(pathname.slice(1) || 0) };
// The same tables under another name: in the product's own, its dispatcher would take the work.
await database.query('CREATE SCHEMA bare');
for (const table of ['load', 'task', 'source_answer', 'profile', 'section_version']) {
  await database.query(`CREATE TABLE bare.${table} (LIKE profiles.${table} INCLUDING ALL)`);
}
const simulator = new Pool(BENCH_SOURCES_URL, { connections: 64 });
const lastStage = 'listas_compliance';

interface Job {
  loadId: string;
  taxId: string;
}
interface Fanout {
  left: number;
  done: () => void;
}
const open = new Map<string, Fanout>();
const queues = new Map(sourceNames.map((source) => [source, new Queue<Job>(`bare-${sourceQueue(source)}`, { connection })]));
const jobOptions = { removeOnComplete: true, removeOnFail: true };
for (const source of sourceNames) {
  const worker = new Worker<Job>(`bare-${sourceQueue(source)}`, ({ data }) => ask(source, data), {
    connection,
    concurrency: Number(BENCH_CONCURRENCY),
  });
  // Whoever waits would wait for ever.
  worker.on('failed', (_job, error) => {
    console.error(error);
    process.exit(1);
  });
}

async function ask(source: SourceName, { loadId, taxId }: Job): Promise<void> {
  const { body } = await simulator.request({ method: 'GET', path: `/sources/${source}/RUC/${taxId}` });
  const { data, sourceVersion, observedAt } = (await body.json()) as { data: object | null; sourceVersion: string; observedAt: string };
  await database.query(
    `INSERT INTO bare.source_answer (doc_type, tax_id, source, outcome, answer, source_version, observed_at, answered_at)
     VALUES ('RUC', $1, $2, $3, $4, $5, $6, now())`,
    [taxId, source, data ? 'data' : 'empty', data && JSON.stringify(data), sourceVersion, observedAt],
  );
  await database.query(`UPDATE bare.task SET state = 'data', closed_at = now() WHERE load_id = $1 AND source = $2`, [loadId, source]);
  const fanout = open.get(loadId)!;
  fanout.left -= 1;
  const { left } = fanout;
  if (left === 1) await queues.get(lastStage)!.add(lastStage, { loadId, taxId }, jobOptions);
  if (left > 0) return;
  await writeProfile(loadId, taxId);
  fanout.done();
}

async function writeProfile(loadId: string, taxId: string): Promise<void> {
  const { rows } = await database.query<{ source: SourceName; answer: string }>(
    `SELECT source, answer::text FROM bare.source_answer WHERE tax_id = $1 AND doc_type = 'RUC'`,
    [taxId],
  );
  const whole = rows.map(({ answer }) => answer).join('');
  const fragments = sections.map((section, i) => `"${section}":${whole.slice(i * 800, (i + 1) * 800)}`);
  await database.query(
    `INSERT INTO bare.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
     VALUES ('RUC', $1, 'succeeded', '{}', $2, $2, $3)`,
    [taxId, fragments, loadId],
  );
  await database.query(
    `INSERT INTO bare.section_version (tax_id, doc_type, section, content_hash, fragment_v1, fragment_v2, provenance)
     SELECT $1, 'RUC', section, 'x', fragment, fragment, '[]' FROM unnest($2::text[], $3::text[]) AS s (section, fragment)`,
    [taxId, sections, fragments],
  );
  await database.query(`UPDATE bare.load SET state = 'closed', estado = 'succeeded', closed_at = now() WHERE id = $1`, [loadId]);
}

async function load(taxId: string): Promise<void> {
  const loadId = randomUUID();
  const sources = sourcesFor('RUC');
  await database.query(
    `INSERT INTO bare.load (id, doc_type, tax_id, correlation_id, deadline_at) VALUES ($1, 'RUC', $2, 'bare', now() + interval '30 min')`,
    [loadId, taxId],
  );
  await database.query(
    `INSERT INTO bare.task (load_id, source, state, due_at, deadline_at) SELECT $1, unnest($2::text[]), 'pending', now(), now() + interval '1 min'`,
    [loadId, sources],
  );
  await new Promise<void>((done, fail) => {
    open.set(loadId, { left: sources.length, done });
    const first = sources.filter((source) => source !== lastStage);
    Promise.all(first.map((source) => queues.get(source)!.add(source, { loadId, taxId }, jobOptions))).catch(fail);
  });
  open.delete(loadId);
}

const server = createServer((request, response) => {
  load((request.url ?? '').slice(1)).then(
    () => response.writeHead(200).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, msg: 'ready' }));
});
process.once('SIGTERM', () => process.exit(0));
