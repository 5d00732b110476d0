import { sql, type Session } from '@vigia/database';
import type { Dataset, SourceFile } from '../datasets/dataset.js';
import type { TradeLine } from '../datasets/rows.js';
import type { CopiedRows } from '../reading/source-file.js';
import { CopyWriter } from '../rows/copy-writer.js';
import { copyLine, encoders, type EncodedRow, type PlainKind } from '../rows/encode.js';
import { attachPartitions, makePartitions } from '../rows/partitions.js';
import { SeenKeys } from '../rows/seen-keys.js';
import { partitionOf, tablesOf, type RowTable } from '../rows/tables.js';
import type { KeptNotes } from './kept-notes.js';
import type { Progress } from './progress.js';

interface Copying {
  session: Session;
  dataset: Dataset;
  version: number;
  files: Record<string, SourceFile>;
  notes: KeptNotes;
  progress: Progress;
  signal: AbortSignal;
}

/** Turns files into rows of the version, in the transaction of the session. The first row of a key is taken, later ones are rejected. */
export async function copyRows(copying: Copying): Promise<void> {
  const { session, dataset, version, progress, notes } = copying;
  const tables = tablesOf[dataset.kind];
  if (dataset.kind === 'trade') {
    await copyTrade(copying, dataset);
    return;
  }
  await makePartitions(session, tables, version);
  const writer = new CopyWriter(session, tables, ({ name }) => partitionOf(name, version), ' (FREEZE)');
  if (dataset.kind === 'taxpayers' || dataset.kind === 'premises') await copyReady(copying, dataset, writer);
  else await copyEncoded(copying, dataset, writer);
  await writer.end();
  progress.counted({ rows: writer.rows, lines: notes.lineCount });
  await progress.begin('key');
  await attachPartitions(session, tables, version);
}

async function copyReady(copying: Copying, dataset: Dataset<'taxpayers' | 'premises'>, writer: CopyWriter): Promise<void> {
  const { files, notes, progress, signal } = copying;
  for await (const { rows, bytes } of dataset.layout.read(files, notes) as AsyncIterable<CopiedRows>) {
    signal.throwIfAborted();
    await writer.bytes(bytes);
    writer.rows += rows;
    progress.counted({ rows: writer.rows });
  }
}

async function copyEncoded(copying: Copying, dataset: Dataset, writer: CopyWriter): Promise<void> {
  const { files, notes, progress, signal } = copying;
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
  }
}

const tradeLine: RowTable = {
  name: 'trade_line',
  columns: ['ruc', 'month', 'declaration', 'heading', 'country', 'fob', 'freight', 'insurance'],
};

/** Lines of declarations are added up by the database: a week has hundreds of thousands, and what is read has tens. */
async function copyTrade({ session, dataset, version, files, notes, progress, signal }: Copying, _: Dataset<'trade'>): Promise<void> {
  const staging = partitionOf(tradeLine.name, version);
  await session.execute(
    `CREATE UNLOGGED TABLE registry.${staging} (ruc text, month text, declaration text, heading text, country text, fob numeric, freight numeric, insurance numeric)`,
  );
  const writer = new CopyWriter(session, [tradeLine], () => staging, ' (FREEZE)');
  for await (const line of dataset.layout.read(files, notes) as AsyncIterable<TradeLine>) {
    signal.throwIfAborted();
    await writer.line(
      0,
      copyLine([line.ruc, line.month, line.declaration, line.heading, line.country, line.fob, line.freight, line.insurance]),
    );
    writer.rows += 1;
    progress.counted({ rows: writer.rows });
  }
  await writer.end();
  await progress.begin('key');
  await session.execute(
    sql`INSERT INTO registry.trade SELECT ${version}, ruc, month, heading, country, count(DISTINCT declaration), sum(fob), sum(freight), sum(insurance)
     FROM registry.${staging} GROUP BY ruc, month, heading, country`,
  );
  await session.execute(
    sql`INSERT INTO registry.trade_month SELECT ${version}, ruc, month, count(DISTINCT declaration) FROM registry.${staging} GROUP BY ruc, month`,
  );
  await session.execute(`DROP TABLE registry.${staging}`);
}

interface InForce {
  version: number;
  rows: number;
  lines: number;
  publishedOn: string | null;
  sha256: string | null;
  parser: number | null;
  scope: string | null;
  contentHash: string | null;
  etag: string | null;
  lastModified: string | null;
}

/** The version in force now, of this week where a file is one of many. */
export async function inForce(session: Session, dataset: string, part: string): Promise<InForce | undefined> {
  const [current] = await session.rows<InForce>(
    sql`SELECT version.id AS version, rows, lines, published_on, sha256, parser, scope, content_hash, etag, last_modified
        FROM registry.current JOIN registry.version ON version.id = current.version WHERE current.dataset = $1 AND current.part = $2`,
    [dataset, part],
  );
  return current;
}
