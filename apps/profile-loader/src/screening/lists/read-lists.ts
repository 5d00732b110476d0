import { sql, type Database, type Transaction } from '@vigia/database';
import { setImmediate } from 'node:timers/promises';
import { ListIndex } from './list-index.js';
import type { ListedEntity } from '../domain/listed-entity.js';
import { topicOf } from './list-meanings.js';
import { lastOfPages, readInvented, readListed, readSanctioned } from './read-entities.js';

interface CurrentList {
  lista: string;
  version: string;
  /** Names the version and its label: a file that is read again makes a new version with the same label, and a label may move to another day. */
  id: string;
  tema: 'sancion' | 'pep' | 'inhabilitacion' | null;
  kind: 'invented' | 'list' | 'sanctioned';
}

/** After this many entities other work of the process gets its turn. */
const atOnce = 100;

/** The imported lists; the invented ones only as long as nothing is imported. */
export function listsInUse(database: Database | Transaction): Promise<CurrentList[]> {
  return database.rows<CurrentList>(
    sql`WITH imported AS MATERIALIZED (
       SELECT dataset, coalesce(label, version::text) AS label, concat_ws(' ', version, label) AS id, kind FROM registry.current_version WHERE kind IN ('list', 'sanctioned')
     )
     SELECT dataset AS lista, label AS version, id, NULL AS tema, kind FROM imported
     UNION ALL SELECT name, version, version, topic, 'invented' FROM profiles.list WHERE NOT EXISTS (SELECT FROM imported)
     ORDER BY lista`,
  );
}

/** The complete current list, with the id of its version; undefined if it no longer exists. */
export function readList(database: Database, name: string, stopping: AbortSignal): Promise<{ id: string; index: ListIndex } | undefined> {
  return database.transaction(async (tx) => {
    // All statements read one snapshot: none of them sees a version that is imported meanwhile.
    await tx.rows(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
    const current = (await listsInUse(tx)).find(({ lista }) => lista === name);
    if (!current) return undefined;
    const { lista, version, id, tema, kind } = current;
    const index = new ListIndex({ lista, version, tema: tema ?? topicOf(lista), isInvented: kind === 'invented' });
    for await (const page of pagesOf(tx, lista, kind)) await fill(index, page, stopping);
    return { id, index };
  });
}

async function* pagesOf(tx: Transaction, list: string, kind: CurrentList['kind']): AsyncGenerator<ListedEntity[]> {
  let after: string | undefined = '';
  if (kind === 'list') {
    for (const { id: last } of await lastOfPages(tx, list)) {
      yield await readListed(tx, list, after, last);
      after = last;
    }
    return;
  }
  const read = kind === 'invented' ? readInvented : readSanctioned;
  while (after !== undefined) {
    const page: ListedEntity[] = await read(tx, list, after);
    yield page;
    after = page.at(-1)?.id;
  }
}

async function fill(index: ListIndex, entities: ListedEntity[], stopping: AbortSignal): Promise<void> {
  for (const [i, entity] of entities.entries()) {
    if (i % atOnce === 0) {
      await setImmediate();
      stopping.throwIfAborted();
    }
    index.add(entity);
  }
}
