import type { Pool } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Database } from '../statements/database.js';
import { openDataSource, type DatabaseOptions } from './data-source.js';

/** Opens a pool. It does not look at migrations: `assertMigrated` does. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const source = await openDataSource(options);
  return new Database((source.driver as PostgresDriver).master as Pool, () => source.destroy());
}
