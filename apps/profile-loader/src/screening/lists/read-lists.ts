import { sql, type Database, type Transaction } from '@vigia/database';
import { setImmediate } from 'node:timers/promises';
import { ListIndex } from './list-index.js';
import type { ListedEntity, ListVersion } from './listed-entity.js';

const page = 1_000;
/** Other work of the process goes on after so many entities. */
const atOnce = 100;

export function listsInUse(database: Database | Transaction): Promise<ListVersion[]> {
  return database.rows<ListVersion>(sql`SELECT name AS lista, version, topic AS tema FROM profiles.list ORDER BY name`);
}

/** The list as it is now, whole; undefined when it is gone. */
export function readList(database: Database, name: string): Promise<ListIndex | undefined> {
  return database.transaction(async (tx) => {
    // All statements read one snapshot: none of them sees a version that is imported meanwhile.
    await tx.rows(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
    const list = (await listsInUse(tx)).find(({ lista }) => lista === name);
    if (!list) return undefined;
    const index = new ListIndex(list);
    for (let entities = await readPage(tx, name, ''); entities.length > 0; entities = await readPage(tx, name, entities.at(-1)!.id))
      await fill(index, entities);
    return index;
  });
}

async function fill(index: ListIndex, entities: ListedEntity[]): Promise<void> {
  for (const [i, entity] of entities.entries()) {
    if (i % atOnce === 0) await setImmediate();
    index.add(entity);
  }
}

function readPage(tx: Transaction, list: string, after: string): Promise<ListedEntity[]> {
  return tx.rows<ListedEntity>(
    sql`SELECT id, kind,
       ARRAY(SELECT name FROM profiles.list_name WHERE list = $1 AND entity_id = id ORDER BY name) AS names,
       (SELECT coalesce(json_agg(json_build_object('tipo', document.kind, 'numero', number) ORDER BY document.kind, number), '[]')
        FROM profiles.list_document AS document WHERE list = $1 AND entity_id = id) AS documents
     FROM profiles.list_entity WHERE list = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [list, after, page],
  );
}
