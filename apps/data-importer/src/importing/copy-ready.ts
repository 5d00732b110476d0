import { StatementError } from '@vigia/database';
import type { Dataset } from '../datasets/dataset.js';
import { copyInto } from '../rows/copy-writer.js';
import { attachPartitions, makePartitions } from '../rows/partitions.js';
import { partitionOf, tablesOf } from '../rows/tables.js';
import { readyLines, type Copying } from './copying.js';

const repeatedKey = '23505';

/**
 * A register whose layout yields lines in COPY format. Duplicate taxpayers are detected only when the table gets its key, because looking
 * up each of millions beforehand costs a third of all reading. If there is a duplicate, the file is read again with the look-up, to reject
 * the repeated line.
 */
export async function copyReady(copying: Copying, dataset: Dataset<'taxpayers' | 'premises'>): Promise<void> {
  const { session, notes } = copying;
  await session.execute('SAVEPOINT unread');
  notes.isKeyed = true;
  try {
    await bringIn(copying, dataset);
  } catch (error) {
    if (!(error instanceof StatementError) || error.sqlState !== repeatedKey) throw error;
    await session.execute('ROLLBACK TO SAVEPOINT unread');
    notes.startOver();
    notes.isKeyed = false;
    await bringIn(copying, dataset);
  }
}

async function bringIn(copying: Copying, dataset: Dataset<'taxpayers' | 'premises'>): Promise<void> {
  const { session, version, progress } = copying;
  const tables = tablesOf[dataset.kind];
  const [table] = tables;
  await progress.begin('read');
  await makePartitions(session, tables, version);
  await session.copy(copyInto(table, partitionOf(table.name, version)), readyLines(copying, dataset));
  await progress.begin('key');
  await attachPartitions(session, tables, version);
}
