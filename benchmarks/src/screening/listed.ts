import type { Database } from '@vigia/database';
import { median, quantile } from '../statistics.js';
import { read } from './pairs.js';

interface Named {
  full_name: string;
}

interface Screening {
  importList: (database: Database, list: object) => Promise<boolean>;
  screenProfile: (
    database: Database,
    subjects: object[],
  ) => Promise<{ coincidencias: { id_entidad: string; similitud: number }[] } | undefined>;
}

interface Files {
  /** Names on a list, a row each. */
  listed: string;
  /** The same names, row by row, as somebody else would write them. */
  positives?: string | undefined;
  /** Names of people who are on no list. */
  negatives?: string | undefined;
}

const built = (module: string) => new URL(`../../../apps/profile-loader/dist/screening/${module}`, import.meta.url).href;

/** What the loader does, with its candidates and its database: who is found, who is found wrongly, and how long one screening takes. */
export async function measureListed(database: Database, { listed, positives, negatives }: Files, most: number): Promise<string> {
  const modules = await Promise.all([import(built('import-list.js')), import(built('screen-profile.js'))]);
  const { importList, screenProfile } = Object.assign({}, ...modules) as Screening;
  const names = read<Named>(listed).map(({ full_name: name }) => name);
  const entities = names.map((name, i) => ({ id: String(i), kind: 'person', names: [name], documents: [] }));
  await importList(database, { name: 'MEASURED', version: '1', topic: 'sancion', entities });

  const timesMs: number[] = [];
  const found = async (nombre: string) => {
    const startedAt = performance.now();
    const screened = await screenProfile(database, [{ sujeto: 'titular', nombre, documentos: [] }]);
    timesMs.push(performance.now() - startedAt);
    return screened!.coincidencias;
  };
  const lines = [`${names.length} listed names, one screening after another`];
  if (positives) lines.push(await recall(read<Named>(positives), names, found));
  if (negatives) lines.push(await falseHits(read<Named>(negatives).slice(0, most), found));
  lines.push(`  ${median(timesMs).toFixed(2)} ms median, ${quantile(timesMs, 0.95).toFixed(2)} ms p95 a screening`);
  return lines.join('\n');
}

type Find = (name: string) => Promise<{ id_entidad: string }[]>;

async function recall(asked: Named[], names: string[], found: Find): Promise<string> {
  const count = { all: 0, changed: 0, found: 0, changedFound: 0 };
  for (const [i, { full_name: name }] of asked.entries()) {
    const isChanged = name !== names[i];
    // Another entity under the same name is the right one too.
    const isFound = (await found(name)).some(({ id_entidad: id }) => names[Number(id)] === names[i]);
    count.all += 1;
    count.changed += Number(isChanged);
    count.found += Number(isFound);
    count.changedFound += Number(isChanged && isFound);
  }
  return `  found ${share(count.found, count.all)} of ${count.all}, of which ${count.changed} are written otherwise: ${share(count.changedFound, count.changed)}`;
}

async function falseHits(asked: Named[], found: Find): Promise<string> {
  let hits = 0;
  for (const { full_name: name } of asked) hits += Number((await found(name)).length > 0);
  return `  ${hits} of ${asked.length} others have a hit, ${share(hits, asked.length)}`;
}

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
}
