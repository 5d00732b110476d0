import { sql, type Session, StatementError } from '@vigia/database';
import type { Dataset } from '../datasets/dataset.js';
import { copyInto, CopyWriter } from '../rows/copy-writer.js';
import { copyLine, encoders, type EncodedRow, type PlainKind } from '../rows/encode.js';
import { attachPartitions, makePartitions } from '../rows/partitions.js';
import { SeenKeys } from '../reading/seen-keys.js';
import { partitionOf, tablesOf, type RowTable } from '../rows/tables.js';
import { readyLines, type Copying } from './copying.js';

/** Turns files into rows of the version, in the transaction of the session. The first row of a key is taken, later ones are rejected. */
export async function copyRows(copying: Copying): Promise<void> {
  const { session, dataset, version, progress, notes } = copying;
  const tables = tablesOf[dataset.kind];
  if (dataset.kind === 'trade') return copyTrade(copying, dataset);
  if (dataset.kind === 'taxpayers' || dataset.kind === 'premises') return copyReady(copying, dataset);
  await makePartitions(session, tables, version);
  const writer = new CopyWriter(session, tables, ({ name }) => partitionOf(name, version));
  await copyEncoded(copying, dataset, writer);
  await writer.end();
  if (dataset.addsUp) await keepOthers(session, dataset.name, version);
  progress.counted({ rows: writer.rows, lines: notes.lineCount });
  await progress.begin('key');
  await attachPartitions(session, tables, version);
}

/** Some milliseconds of work. */
const rowsOfAPiece = 256;

async function copyEncoded(copying: Copying, dataset: Dataset, writer: CopyWriter): Promise<void> {
  const { files, notes, progress, pace, signal } = copying;
  const encode = encoders[dataset.kind as PlainKind] as (row: unknown, line: number) => EncodedRow;
  const seen = new SeenKeys();
  let order = 0;
  for await (const row of dataset.layout.read(files, notes) as AsyncIterable<unknown>) {
    signal.throwIfAborted();
    const { key, values } = encode(row, (order += 1));
    if (!seen.add(key)) {
      notes.reject({ line: notes.lineCount, reason: 'repeated', text: key });
      continue;
    }
    for (const [table, columns] of values) await writer.line(table, copyLine(columns));
    writer.rows += 1;
    progress.counted({ rows: writer.rows });
    if (order % rowsOfAPiece === 0) await pace.rest();
  }
}

/**
 * Copies the taxpayers that the file does not name from the version in force, with the version and the day that their rows came with. Until
 * the end of the transaction no rollback changes which version that is.
 */
async function keepOthers(session: Session, dataset: string, version: number): Promise<void> {
  const partition = `registry.${partitionOf('fact', version)}`;
  await session.rows(sql`SELECT FROM registry.dataset WHERE name = $1 FOR UPDATE`, [dataset]);
  await session.execute(
    sql`INSERT INTO ${partition} (line, doc_type, document, facts, hash)
        SELECT (SELECT coalesce(max(line), 0) FROM ${partition}) + row_number() OVER (ORDER BY line), doc_type, document,
          jsonb_build_object('version', label, 'publicado', published_on) || facts, hash
        FROM registry.current_fact AS kept
        WHERE dataset = '${dataset}' AND NOT EXISTS (SELECT FROM ${partition} AS named WHERE named.document = kept.document)`,
  );
}

const tradeLine: RowTable = {
  name: 'trade_line',
  columns: ['ruc', 'month', 'declaration', 'heading', 'country', 'fob', 'freight', 'insurance'],
};

/**
 * The database adds up the lines of declarations: a week has hundreds of thousands of lines, and the sums, which the loader reads, are far
 * fewer.
 */
async function copyTrade(copying: Copying, dataset: Dataset<'trade'>): Promise<void> {
  const { session, version, progress } = copying;
  const staging = partitionOf(tradeLine.name, version);
  await session.execute(
    `CREATE UNLOGGED TABLE registry.${staging} (ruc text, month text, declaration text, heading text, country text, fob numeric, freight numeric, insurance numeric)`,
  );
  await session.copy(copyInto(tradeLine, staging), readyLines(copying, dataset));
  await progress.begin('key');
  await session.execute(
    sql`INSERT INTO registry.trade SELECT ${version}, ruc, month, heading, country, count(DISTINCT declaration), sum(fob), sum(freight), sum(insurance)
     FROM registry.${staging} GROUP BY ruc, month, heading, country`,
  );
  await session.execute(
    sql`INSERT INTO registry.trade_month SELECT ${version}, ruc, month, count(DISTINCT declaration) FILTER (WHERE heading <> '') FROM registry.${staging} GROUP BY ruc, month`,
  );
  await session.execute(`DROP TABLE registry.${staging}`);
}

const repeatedKey = '23505';

/**
 * A register whose layout yields lines in COPY format. Duplicate taxpayers are detected only when the table gets its key, because looking
 * up each of millions beforehand costs a third of all reading. If there is a duplicate, the file is read again with the look-up, to reject
 * the repeated line.
 */
async function copyReady(copying: Copying, dataset: Dataset<'taxpayers' | 'premises'>): Promise<void> {
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
