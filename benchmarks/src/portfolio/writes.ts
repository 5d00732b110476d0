import type { Document } from '@vigia/contracts';
import { openDatabase, sql, type Database, type Transaction } from '@vigia/database';
import { fill, loadTemplates, taxIdOf } from '../summary/profiles.js';
import { quantile } from '../statistics.js';
import type { RunningSystem } from '../system.js';

interface Entries {
  renewEntries: (tx: Transaction, document: Document) => void;
  keepEntries: (tx: Transaction, corporationId: string, documents: Document[]) => void;
}
// What the loader does in the transaction that closes a load, as it was built.
const built = new URL('../../../apps/profile-loader/dist/portfolio/entries.js', import.meta.url).href;

const profiles = 400;
const otherAlert = `regexp_replace(fragments_v2[8], '"clasificacion":"[^"]*"', '"clasificacion":"' || $2 || '"')`;

/** What a load adds to the transaction that closes it, and what settling adds, in milliseconds with their commits, beside an empty transaction. */
export async function measureWrites(system: RunningSystem): Promise<string> {
  const { renewEntries, keepEntries } = (await import(built)) as Entries;
  const corporation = await system.createCorporation('monthly');
  await loadTemplates(system.replicas('gateway')[0]!.url, corporation);
  await fill(system, corporation.corporationId, 0, profiles, () => undefined);
  const database = await openDatabase({ url: system.database.url, service: 'profile-loader', poolSize: 1 });
  const documents = Array.from({ length: profiles }, (_, number) => ({ docType: 'RUC' as const, taxId: taxIdOf(number) }));
  const each = async (work: (tx: Transaction, document: Document) => unknown, before?: (document: Document) => Promise<unknown>) => {
    const timesMs: number[] = [];
    for (const document of documents) {
      await before?.(document);
      timesMs.push(await timed(database, (tx) => work(tx, document)));
    }
    return quantile(timesMs, 0.5);
  };
  const classify =
    (word: string) =>
    ({ taxId }: Document) =>
      system.database.query(`UPDATE profiles.profile SET fragments_v2[8] = ${otherAlert} WHERE tax_id = $1`, [taxId, word]);
  try {
    const renew = (tx: Transaction, document: Document) => renewEntries(tx, document);
    const keep = (tx: Transaction, document: Document) => keepEntries(tx, corporation.corporationId, [document]);
    const touch = (tx: Transaction) => tx.rows(sql`SELECT 1 AS one`);
    await each(touch);
    const lines = [
      ['one empty statement', await each(touch)],
      ['a load of a document that nobody has in a portfolio', await each(renew)],
      ['settled: a new row', await each(keep)],
      ['settled: nothing differs', await each(keep)],
      ['a load without news: its time alone', await each(renew)],
      ['a load with another class of alert', await each(renew, classify('Alerta crítica'))],
      ['and back', await each(renew, classify('Alerta baja'))],
    ] as const;
    return lines.map(([name, ms]) => `  ${name.padEnd(56)}${ms.toFixed(2).padStart(6)}`).join('\n');
  } finally {
    await database.close();
  }
}

async function timed(database: Database, work: (tx: Transaction) => unknown): Promise<number> {
  const startedAt = performance.now();
  await database.transaction(async (tx) => {
    await work(tx);
  });
  return performance.now() - startedAt;
}
