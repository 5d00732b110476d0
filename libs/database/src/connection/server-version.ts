import { PlainError } from '@vigia/contracts';
import type { Database } from '../statements/database.js';
import { sql } from '../statements/run-statement.js';

/** The oldest major version that has `old` and `new` in RETURNING: on an older one no load would ever be settled. */
export const oldestPostgres = 18;

class ServerVersionError extends PlainError {
  override readonly name = 'ServerVersionError';
}

export async function assertServerVersion(on: Pick<Database, 'rows'>): Promise<void> {
  const [server] = await on.rows<{ version: string; number: number }>(
    sql`SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
  );
  const { version, number } = server!;
  if (number >= oldestPostgres * 10_000) return;
  throw new ServerVersionError(`the database is PostgreSQL ${version}, and ${oldestPostgres} or newer is needed`);
}
