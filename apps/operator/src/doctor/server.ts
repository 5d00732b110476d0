import { oldestPostgres, sql } from '@vigia/database';
import { fine, wrong, type Check } from './finding.js';

const check = 'database';

interface Server {
  version: string;
  major: number;
  isStandby: boolean;
  encoding: string;
}

export const checkServer: Check = async ({ database }) => {
  const [server] = await database.rows<Server>(
    sql`SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
       pg_is_in_recovery() AS is_standby, current_setting('server_encoding') AS encoding`,
  );
  return judgeServer(server!);
};

export function judgeServer({ version, major, isStandby, encoding }: Server) {
  const told = `PostgreSQL ${version}`;
  if (isStandby) return [wrong(check, `${told} is a standby, which is read-only`, 'Set DATABASE_URL to the primary.')];
  if (encoding !== 'UTF8') return [wrong(check, `${told} stores ${encoding}`, 'Restore into a database with ENCODING UTF8.')];
  return major < oldestPostgres
    ? [wrong(check, `${told} is older than ${oldestPostgres}`, `Move to PostgreSQL ${oldestPostgres}: no service starts on an older one.`)]
    : [fine(check, told)];
}
