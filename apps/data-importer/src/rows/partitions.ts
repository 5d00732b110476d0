import { sql, StatementError, type Session } from '@vigia/database';
import { partitionOf, type RowTable } from './tables.js';

/** Tables for the rows of a version, separate from those that are read. They have no keys, which are built faster at the end. */
export async function makePartitions(session: Session, tables: readonly RowTable[], version: number): Promise<void> {
  for (const { name } of tables) {
    const partition = partitionOf(name, version);
    await session.execute(
      `CREATE TABLE registry.${partition} (LIKE registry.${name} INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS)`,
    );
    await session.execute(`ALTER TABLE registry.${partition} ALTER version SET DEFAULT ${version}`);
  }
}

interface Index {
  definition: string;
  isPrimary: boolean;
  columns: string[];
}

/** Gives them the keys and indexes of their table and attaches them beside the other versions. Does not block readers of those. */
export async function attachPartitions(session: Session, tables: readonly RowTable[], version: number): Promise<void> {
  for (const { name } of tables) {
    const partition = `registry.${partitionOf(name, version)}`;
    const indexes = await session.rows<Index>(
      sql`SELECT pg_get_indexdef(indexrelid) AS definition, indisprimary AS is_primary,
            (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY(indkey::int2[])) AS columns
          FROM pg_index WHERE indrelid = $1::regclass`,
      [`registry.${name}`],
    );
    for (const { definition, isPrimary } of indexes) {
      const [, unique = '', method] = /^CREATE (UNIQUE )?INDEX \S+ ON ONLY \S+ (USING .*)$/.exec(definition)!;
      const key = /\((.*)\)/.exec(definition)![1];
      await session.execute(
        isPrimary ? `ALTER TABLE ${partition} ADD PRIMARY KEY (${key})` : `CREATE ${unique}INDEX ON ${partition} ${method}`,
      );
    }
    // No query filters by other columns.
    await session.execute(`ANALYZE ${partition} (${[...new Set(indexes.flatMap(({ columns }) => columns))].join(', ')})`);
    // Declared beforehand, so that attaching does not scan every row to check it.
    await session.execute(`ALTER TABLE ${partition} ADD CONSTRAINT of_version CHECK (version = ${version})`);
    await session.execute(`ALTER TABLE registry.${name} ATTACH PARTITION ${partition} FOR VALUES IN (${version})`);
  }
}

const mostTries = 20;
const lockNotAvailable = '55P03';

/**
 * The last step before a commit that attaches partitions. A statement that was planned before the commit and takes its snapshot after it
 * would find the new version in force and none of its rows. So this waits for the running statements, and new ones wait meanwhile: a tenth
 * of a second at a time. If a transaction stays open, like that of a dump, the commit waits for no more than two seconds.
 */
export async function keepReadersOut(session: Session, tables: readonly RowTable[]): Promise<void> {
  const names = tables.map(({ name }) => `ONLY registry.${name}`).join(', ');
  await session.execute(`SET LOCAL lock_timeout = '100ms'; SAVEPOINT readers`);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    try {
      await session.execute(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
      return;
    } catch (error) {
      if (!(error instanceof StatementError) || error.sqlState !== lockNotAvailable) throw error;
      await session.execute('ROLLBACK TO SAVEPOINT readers');
    }
  }
}

/**
 * Deletes the rows of a version without blocking readers of other versions. Every step can be repeated. First it finishes what an ended
 * process left half done, because nothing else can be detached while that is pending.
 */
export async function dropPartitions(session: Session, tables: readonly RowTable[], version: number): Promise<void> {
  for (const { name } of tables) {
    const partition = partitionOf(name, version);
    const parts = await session.rows<{ part: string; isOurs: boolean; isPending: boolean }>(
      sql`SELECT inhrelid::regclass::text AS part, inhrelid = to_regclass($2) AS is_ours, inhdetachpending AS is_pending
          FROM pg_inherits WHERE inhparent = $1::regclass AND (inhdetachpending OR inhrelid = to_regclass($2))`,
      [`registry.${name}`, `registry.${partition}`],
    );
    const pending = parts.find(({ isPending }) => isPending);
    if (pending) await session.execute(`ALTER TABLE registry.${name} DETACH PARTITION ${pending.part} FINALIZE`);
    if (parts.some(({ isOurs, isPending }) => isOurs && !isPending))
      await session.execute(`ALTER TABLE registry.${name} DETACH PARTITION registry.${partition} CONCURRENTLY`);
    await session.execute(`DROP TABLE IF EXISTS registry.${partition}`);
  }
}
