import { sql, StatementError, type Session } from '@vigia/database';
import { partitionOf, type RowTable } from './tables.js';

/** Tables for the rows of a version, apart from those that are read: without keys, which are made quicker at the end. */
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

/** Gives them the keys and indexes of their table and puts them beside the other versions. Readers of those are not kept waiting. */
export async function attachPartitions(session: Session, tables: readonly RowTable[], version: number): Promise<void> {
  for (const { name } of tables) {
    const partition = `registry.${partitionOf(name, version)}`;
    const indexes = await session.execute<Index>(
      sql`SELECT pg_get_indexdef(indexrelid) AS definition, indisprimary AS "isPrimary",
            (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY(indkey::int2[])) AS columns
          FROM pg_index WHERE indrelid = 'registry.${name}'::regclass`,
    );
    for (const { definition, isPrimary } of indexes) {
      const [, unique = '', method] = /^CREATE (UNIQUE )?INDEX \S+ ON ONLY \S+ (USING .*)$/.exec(definition)!;
      const key = /\((.*)\)/.exec(definition)![1];
      await session.execute(
        isPrimary ? `ALTER TABLE ${partition} ADD PRIMARY KEY (${key})` : `CREATE ${unique}INDEX ON ${partition} ${method}`,
      );
    }
    // By other columns nothing is looked up.
    await session.execute(`ANALYZE ${partition} (${[...new Set(indexes.flatMap(({ columns }) => columns))].join(', ')})`);
    // Told beforehand, so that attaching does not read every row to see it.
    await session.execute(`ALTER TABLE ${partition} ADD CONSTRAINT of_version CHECK (version = ${version})`);
    await session.execute(`ALTER TABLE registry.${name} ATTACH PARTITION ${partition} FOR VALUES IN (${version})`);
  }
}

const mostTries = 20;
const lockNotAvailable = '55P03';

/**
 * The last step before a commit that attaches partitions. A statement that was planned before it and takes its snapshot after it would find
 * the new version in force and none of its rows. So those that are being carried out are waited for, and those that come wait as long: a
 * tenth of a second at a time. Behind a transaction that stays open, like that of a dump, the commit does not wait for more than two seconds.
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
 * Takes the rows of a version away without keeping readers of other versions waiting. Every step can be repeated, and what a process left
 * that ended in the middle of one is finished first: nothing else can be detached while it waits.
 */
export async function dropPartitions(session: Session, tables: readonly RowTable[], version: number): Promise<void> {
  for (const { name } of tables) {
    const partition = partitionOf(name, version);
    const parts = await session.execute<{ part: string; isOurs: boolean; isPending: boolean }>(
      sql`SELECT inhrelid::regclass::text AS part, inhrelid = to_regclass('registry.${partition}') AS "isOurs", inhdetachpending AS "isPending"
          FROM pg_inherits WHERE inhparent = 'registry.${name}'::regclass AND (inhdetachpending OR inhrelid = to_regclass('registry.${partition}'))`,
    );
    const pending = parts.find(({ isPending }) => isPending);
    if (pending) await session.execute(`ALTER TABLE registry.${name} DETACH PARTITION ${pending.part} FINALIZE`);
    if (parts.some(({ isOurs, isPending }) => isOurs && !isPending))
      await session.execute(`ALTER TABLE registry.${name} DETACH PARTITION registry.${partition} CONCURRENTLY`);
    await session.execute(`DROP TABLE IF EXISTS registry.${partition}`);
  }
}
