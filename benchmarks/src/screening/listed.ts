import type { Database } from '@vigia/database';
import { median, quantile } from '../statistics.js';
import { read } from './pairs.js';

/** A row of a file of names. Only lists have the two other columns. */
interface Named {
  full_name: string;
  /** Names of one entity share an id; without ids each row is an entity. */
  id?: string;
  kind?: 'person' | 'company';
}

interface Screening {
  importList: (database: Database, list: object) => Promise<boolean>;
  screenProfile: (lists: object[], subjects: object[], today: string) => { coincidencias: { id_entidad: string; similitud: number }[] };
  Lists: new (database: Database) => { current(): Promise<object[]> };
}

interface Files {
  /** Names on lists, one per row. */
  listed: string[];
  /** The names of the first of them, row by row, as somebody else would write them. */
  positives?: string | undefined;
  /** Names of people who are on no list. */
  negatives?: string | undefined;
}

const built = (module: string) => new URL(`../../../apps/profile-loader/dist/screening/${module}`, import.meta.url).href;

/**
 * Measures the loader's own code, with its candidates and its database: who is found, who is found wrongly, and how long one screening
 * takes.
 */
export async function measureListed(database: Database, { listed, positives, negatives }: Files, most: number): Promise<string> {
  const modules = await Promise.all(['import-list.js', 'screen-profile.js', 'lists/lists.js'].map((module) => import(built(module))));
  const { importList, screenProfile, Lists } = Object.assign({}, ...modules) as Screening;
  const files = listed.map((file) => read<Named>(file));
  const rows = files.flatMap((file, i) => file.map((row, at) => ({ ...row, id: `${i}/${row.id ?? at}` })));
  const entities = entitiesOf(rows);
  await importList(database, { name: 'MEASURED', version: '1', topic: 'sancion', entities });
  const lists = new Lists(database);
  const heap = usedMegabytes();
  const startedAt = performance.now();
  await lists.current();
  const readMs = performance.now() - startedAt;
  const lines = [
    `${entities.length} listed entities with ${rows.length} names, read in ${Math.round(readMs)} ms, ${(usedMegabytes() - heap).toFixed(0)} MB; one screening after another`,
  ];

  const timesMs: number[] = [];
  const found = async (nombre: string) => {
    const askedAt = performance.now();
    const { coincidencias } = screenProfile(await lists.current(), [{ ...nobody, nombre }], '2026-01-01');
    timesMs.push(performance.now() - askedAt);
    return coincidencias;
  };
  if (positives) lines.push(await recall(read<Named>(positives), files[0]!, found));
  if (negatives) lines.push(await falseHits(read<Named>(negatives).slice(0, most), found));
  lines.push(`  ${median(timesMs).toFixed(2)} ms median, ${quantile(timesMs, 0.95).toFixed(2)} ms p95 a screening`);
  return lines.join('\n');
}

function entitiesOf(rows: (Named & { id: string })[]): object[] {
  const entities = new Map<string, { id: string; kind: string; names: string[]; documents: [] }>();
  for (const { full_name: name, id, kind = 'person' } of rows) {
    const entity = entities.get(id) ?? { id, kind, names: [], documents: [] };
    entities.set(id, entity);
    if (!entity.names.includes(name)) entity.names.push(name);
  }
  return [...entities.values()];
}

function usedMegabytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

const nobody = { sujeto: 'titular', documentos: [], nacimiento: null, paises: [] };

type Find = (name: string) => Promise<{ id_entidad: string }[]>;

async function recall(asked: Named[], listed: Named[], found: Find): Promise<string> {
  const count = { all: 0, changed: 0, found: 0, changedFound: 0 };
  for (const [i, { full_name: name }] of asked.entries()) {
    const { full_name: written } = listed[i]!;
    const isChanged = name !== written;
    // Another entity with the same name is also right.
    const isFound = (await found(name)).some(
      ({ id_entidad: id }) => id.startsWith('0/') && listed[Number(id.slice(2))]?.full_name === written,
    );
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
