import type { Document } from '@vigia/contracts';
import { openDatabase, sql, type Transaction } from '@vigia/database';
import { processorMs } from '../processor-time.js';
import { fill, loadTemplates, taxIdOf } from '../summary/profiles.js';
import type { RunningSystem } from '../system.js';

interface Entries {
  beginEntries: (corporationId: string, mode: string, documents: string) => string;
  renewEntries: (tx: Transaction, document: Document) => void;
  keepEntries: (tx: Transaction, corporationId: string, documents: Document[]) => void;
}
/** What the loader does in the transactions of a load, by file. No import tells the compiler of it, because a benchmark knows no app. */
export const loaderWrites = { entries: ['beginEntries', 'renewEntries'], 'keep-entries': ['keepEntries'] };

async function builtEntries(): Promise<Entries> {
  const files = Object.keys(loaderWrites).map((name) => `../../../apps/profile-loader/dist/portfolio/${name}.js`);
  const modules: Entries[] = await Promise.all(files.map((file) => import(new URL(file, import.meta.url).href)));
  return modules.reduce((all, one) => ({ ...all, ...one }));
}

const profiles = 1_500;
const otherAlert = `regexp_replace(fragments_v2[8], '"clasificacion":"[^"]*"', '"clasificacion":"' || $1 || '"')`;

interface Spent {
  loaderUs: number;
  postgresUs: number;
}

type Write = (tx: Transaction, document: Document) => void;

/** Processor time that entries add to the transactions of a load, which write something in any case. */
export async function measureWrites(system: RunningSystem): Promise<string> {
  const { beginEntries, renewEntries, keepEntries } = await builtEntries();
  const { corporationId, ...corporation } = await system.createCorporation('monthly');
  await loadTemplates(system.replicas('gateway')[0]!.url, { corporationId, ...corporation });
  await fill(system, corporationId, 0, profiles, () => undefined);
  await system.database.query('CREATE TABLE public.written (number int); GRANT INSERT ON public.written TO PUBLIC');
  const database = await openDatabase({ url: system.database.url, service: 'profile-loader', poolSize: 1 });
  const [connection] = await database.rows<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
  const documents = Array.from({ length: profiles }, (_, number) => ({ docType: 'RUC' as const, taxId: taxIdOf(number) }));
  const each = async (work: Write): Promise<Spent> => {
    const [own, server] = [process.cpuUsage(), await processorMs([connection!.pid])];
    for (const document of documents)
      await database.transaction(async (tx) => {
        tx.send(sql`INSERT INTO public.written VALUES (1)`);
        work(tx, document);
      });
    const { user, system: inSystem } = process.cpuUsage(own);
    const postgresUs = (((await processorMs([connection!.pid])) - server) * 1_000) / profiles;
    return { loaderUs: (user + inSystem) / profiles, postgresUs };
  };
  const classify = (word: string) => system.database.query(`UPDATE profiles.profile SET fragments_v2[8] = ${otherAlert}`, [word]);
  const nothing: Write = () => undefined;
  const beginning = beginEntries('$1::uuid', '$2', '$3');
  const begin: Write = (tx, document) => tx.send(beginning, [corporationId, 'monitoring', JSON.stringify([document])]);
  const renew: Write = (tx, document) => renewEntries(tx, document);
  const keep: Write = (tx, document) => keepEntries(tx, corporationId, [document]);
  try {
    await each(nothing);
    const without = await each(nothing);
    const lines: [string, Spent][] = [
      ['accepted: the row begins', await each(begin)],
      ['its first load closes', await each(renew)],
      ['settled: the row is filled', await each(keep)],
      ['settled: nothing differs', await each(keep)],
      ['a later load without news', await each(renew)],
    ];
    await classify('Alerta crítica');
    lines.push(['a later load with another class of alert', await each(renew)]);
    const first = lines.slice(0, 3).map(([, spent]) => spent);
    const sum = (of: keyof Spent) => first.reduce((all, spent) => all + spent[of] - without[of], 0);
    const shown = (name: string, loaderUs: number, postgresUs: number) =>
      `  ${name.padEnd(44)}${loaderUs.toFixed(0).padStart(8)}${postgresUs.toFixed(0).padStart(12)}`;
    return [
      ...lines.map(([name, { loaderUs, postgresUs }]) => shown(name, loaderUs - without.loaderUs, postgresUs - without.postgresUs)),
      shown('a first load in all', sum('loaderUs'), sum('postgresUs')),
    ].join('\n');
  } finally {
    await database.close();
  }
}
