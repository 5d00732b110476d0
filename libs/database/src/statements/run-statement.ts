import { createHash } from 'node:crypto';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { QueryFailedError, type DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

const names = new Map<string, string>();

/**
 * Runs a statement under a name, so that PostgreSQL parses and plans it once per connection instead of every time. TypeORM
 * knows no names: this goes past it to the driver. What varies belongs into the parameters, since every text is kept.
 */
export async function runStatement<Row extends object>(
  on: Pool | PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  try {
    return await on.query<Row>({ name: nameOf(text), text, values });
  } catch (error) {
    throw new QueryFailedError(text, values, error as Error);
  }
}

export function poolOf(database: DataSource): Pool {
  return (database.driver as PostgresDriver).master as Pool;
}

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
