import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@vigia/database';
import { freshTaxId } from '../load/documents.js';
import { timesOf } from '../times.js';
import { taxIdOf } from '../summary/profiles.js';
import type { Arrivals } from '../webhooks/arrivals.js';
import type { Grown } from './grown.js';
import { storeOldLoads } from './history.js';

interface Work {
  done: number;
  seconds: number;
}

export interface Operation {
  name: string;
  unit: string;
  /** What must exist before the time counts. */
  prepare?(grown: Grown): Promise<void>;
  run(grown: Grown): Promise<Work>;
}

interface OldRows {
  pause: (ms: number) => Promise<unknown>;
  forget(): Promise<boolean>;
}
type OldRowsClass = new (database: Database, kept: Record<'tasksKeptDays' | 'loadsKeptDays' | 'requestsKeptDays', number>) => OldRows;
// The loader's background work, as built.
const built = new URL('../../../apps/profile-loader/dist/upkeep/old-rows.js', import.meta.url).href;
const kept = { tasksKeptDays: 7, loadsKeptDays: 30, requestsKeptDays: 3_653 };
const oldLoads = 1_000;
/** The profiles of one round of the schedule. */
export const refreshed = 40;
const linesOfAPage = 500;

const anyProfile = ({ size }: Grown) => taxIdOf(Math.floor(Math.random() * size));

async function counted(call: () => Promise<unknown>, done: number, inFlight: number): Promise<Work> {
  const startedAt = performance.now();
  await timesOf(call, done, inFlight);
  return { done, seconds: (performance.now() - startedAt) / 1000 };
}

async function loaded({ client }: Grown): Promise<void> {
  const { status, body } = await client.load(freshTaxId());
  if (status !== 200) throw new Error(`load: ${status} ${JSON.stringify(body)}`);
}

async function forced(grown: Grown): Promise<void> {
  const { status, body } = await grown.client.call('POST', '/v2/perfiles/forzar-actualizacion', {
    body: { taxIds: [anyProfile(grown)] },
    headers: await grown.client.authorization(),
  });
  if (status !== 200 || body.data.results.successful !== 1) throw new Error(`forced update: ${status} ${JSON.stringify(body)}`);
}

/**
 * Refreshes neighbouring profiles from that one on, by default any. Counted from the first load that opens to the last that closes: the loop
 * that opens them checks every five seconds.
 */
export async function refresh(
  { system: { database }, size }: Grown,
  first = Math.floor(Math.random() * (size - refreshed)),
): Promise<Work> {
  const taxIds = Array.from({ length: refreshed }, (_, i) => taxIdOf(first + i));
  const [{ since }] = (await database.query('SELECT now() AS since')) as [{ since: Date }];
  await database.query('UPDATE profiles.source_answer SET refresh_at = now() WHERE tax_id = ANY($1)', [taxIds]);
  // Until its load has closed, a source is due again after a lease of minutes.
  const isLeft = `SELECT EXISTS (SELECT FROM profiles.source_answer WHERE tax_id = ANY($1) AND refresh_at < now() + interval '1 hour') AS left`;
  while ((await database.query<{ left: boolean }>(isLeft, [taxIds]))[0]!.left) await sleep(100);
  const [work] = await database.query<Work>(
    `SELECT count(*)::int AS done, extract(epoch FROM max(load.closed_at) - min(opened_at))::float8 AS seconds
     FROM profiles.load JOIN profiles.task ON load_id = load.id WHERE tax_id = ANY($1) AND purpose = 'refresh' AND opened_at >= $2`,
    [taxIds, since],
  );
  return work!;
}

async function forget({ system }: Grown): Promise<Work> {
  const { OldRows } = (await import(built)) as { OldRows: OldRowsClass };
  const database = await openDatabase({ url: system.database.url, service: 'profile-loader', poolSize: 1 });
  const oldRows = new OldRows(database, kept);
  oldRows.pause = async () => undefined;
  const startedAt = performance.now();
  while (await oldRows.forget());
  const seconds = (performance.now() - startedAt) / 1000;
  await database.close();
  return { done: oldLoads, seconds };
}

export function operations(arrivals: Arrivals): Operation[] {
  const fired = async (grown: Grown) => {
    const { status, body } = await grown.client.trigger(anyProfile(grown));
    if (status !== 202) throw new Error(`trigger: ${status} ${JSON.stringify(body)}`);
    await arrivals.at(body.data.triggerId, ['/1']);
  };
  // Every page is full.
  const anyLine = ({ size }: Grown) => Math.floor(Math.random() * (size - linesOfAPage)) + 1;
  return [
    { name: 'a load, 16 in flight', unit: 'loads', run: (grown) => counted(() => loaded(grown), 60, 16) },
    {
      name: 'a read, 16 in flight',
      unit: 'reads',
      run: (grown) =>
        counted(() => grown.get(`/v2/perfiles/${anyProfile(grown)}/resumen`, { authorization: grown.headers.authorization }), 3_000, 16),
    },
    { name: 'a forced update, 8 in flight', unit: 'updates', run: (grown) => counted(() => forced(grown), 30, 8) },
    { name: `the schedule, ${refreshed} profiles due`, unit: 'tasks', run: (grown) => refresh(grown) },
    {
      name: 'a page of the portfolio, 16 in flight',
      unit: 'pages',
      run: (grown) => counted(() => grown.get('/panel/v1/portfolio', { cookie: grown.headers.cookie }), 400, 16),
    },
    {
      name: 'a page of the statement, 4 in flight',
      unit: 'pages',
      run: (grown) =>
        counted(
          () => grown.get(`/v2/cuota/estado-de-cuenta?desde_linea=${anyLine(grown)}`, { authorization: grown.headers.buyerAuthorization }),
          60,
          4,
        ),
    },
    { name: 'a trigger until it arrives, 16 in flight', unit: 'triggers', run: (grown) => counted(() => fired(grown), 300, 16) },
    {
      name: 'retention of loads and their tasks',
      unit: 'old loads',
      prepare: ({ system }) => storeOldLoads(system, oldLoads),
      run: forget,
    },
  ];
}
