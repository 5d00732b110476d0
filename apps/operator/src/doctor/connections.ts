import { sql } from '@vigia/database';
import { attention, fine, wrong, type Check } from './finding.js';

const check = 'connections';

/**
 * A login that is no superuser and may not read all statistics does not see the kind of another login's process. The server's own processes
 * have no database or no login, so they are not counted. But workers of another login's parallel query then count as connections.
 */
const isConnection = sql`datid IS NOT NULL AND usesysid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend'`;

export const checkConnections: Check = async ({ database }) => {
  const [counted] = await database.rows<{ most: number; open: number; ours: number }>(
    sql`SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
       count(*)::int AS open, (count(*) FILTER (WHERE starts_with(application_name, 'vigia-')))::int AS ours
     FROM pg_stat_activity WHERE ${isConnection}`,
  );
  return judgeConnections(counted!);
};

export function judgeConnections({ most, open, ours }: { most: number; open: number; ours: number }) {
  const told = `${open} of ${most}, ${ours} of them by the services`;
  const advice = 'Raise max_connections, lower VIGIA_DATABASE_POOL, or run fewer replicas: docs/deployment.md counts them.';
  if (open > 0.95 * most) return [wrong(check, told, advice)];
  return open > 0.8 * most ? [attention(check, told, advice)] : [fine(check, told)];
}
