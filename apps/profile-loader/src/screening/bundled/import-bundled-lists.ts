import type { Database } from '@vigia/database';
import { importList } from '../import-list.js';
import { inventedLists } from './invented-lists.js';

/** At every start; cheap, because a version that is there already changes nothing. */
export async function importBundledLists(database: Database): Promise<void> {
  for (const list of inventedLists) await importList(database, list);
}
