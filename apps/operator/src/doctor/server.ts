import { statfs } from 'node:fs/promises';
import { databaseUrls, oldestPostgres, sql } from '@vigia/database';
import { attention, fine, wrong, type Check } from './finding.js';

interface Server {
  version: string;
  major: number;
  isStandby: boolean;
  isReadOnly: boolean;
  encoding: string;
}

export const checkServer: Check = async ({ database }) => {
  const [server] = await database.rows<Server>(
    sql`SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
       pg_is_in_recovery() AS is_standby, current_setting('transaction_read_only')::boolean AS is_read_only,
       current_setting('server_encoding') AS encoding`,
  );
  return judgeServer(server!);
};

export function judgeServer({ version, major, isStandby, isReadOnly, encoding }: Server) {
  const told = `PostgreSQL ${version}`;
  if (isStandby) return [wrong('database', `${told} is a standby, which is read-only`, 'Set DATABASE_URL to the primary.')];
  if (isReadOnly)
    return [
      wrong(
        'database',
        `${told} accepts no writes: default_transaction_read_only is on`,
        'Find out who set it and why: a managed server sets it when its disk is full.',
      ),
    ];
  if (encoding !== 'UTF8') return [wrong('database', `${told} stores ${encoding}`, 'Restore into a database with ENCODING UTF8.')];
  return major < oldestPostgres
    ? [
        wrong(
          'database',
          `${told} is older than ${oldestPostgres}`,
          `Move to PostgreSQL ${oldestPostgres}: no service starts on an older one.`,
        ),
      ]
    : [fine('database', told)];
}

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
  if (open > 0.95 * most) return [wrong('connections', told, advice)];
  return open > 0.8 * most ? [attention('connections', told, advice)] : [fine('connections', told)];
}

const gigabyte = 2 ** 30;
const size = (bytes: number) => `${(bytes / gigabyte).toFixed(2)} GB`;

interface Space {
  freeBytes: number;
  totalBytes: number;
}

export const checkDisk: Check = async ({ database, databaseUrl, environment }) => {
  const [stored] = await database.rows<{ bytes: number; folder: string | null; largest: string | null }>(
    sql`SELECT pg_database_size(current_database())::float8 AS bytes,
       CASE WHEN pg_has_role('pg_read_all_settings', 'member') THEN current_setting('data_directory') END AS folder,
       (SELECT schemaname || '.' || relname FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC LIMIT 1) AS largest`,
  );
  const { bytes, folder, largest } = stored!;
  const folders = [...(folder && isHere(databaseUrl) ? [folder] : []), ...(environment.VIGIA_DATA_DIR ? [environment.VIGIA_DATA_DIR] : [])];
  const spaces = await Promise.all(folders.map(spaceOf));
  return judgeSpace(
    { bytes, largest },
    spaces.filter((space) => space !== undefined),
  );
};

/** There must be room for the next version of every register in addition to those in force, and for the WAL. */
export function judgeSpace({ bytes, largest }: { bytes: number; largest: string | null }, spaces: Space[]) {
  const told = `the database takes ${size(bytes)}${largest ? `, its largest table is ${largest}` : ''}`;
  const least = spaces.toSorted((one, other) => one.freeBytes - other.freeBytes)[0];
  if (!least)
    return [fine('disk', `${told}; free space is not checked from here: watch the disk of the database as docs/runbooks/restore.md says`)];
  const free = `${told}; ${size(least.freeBytes)} of ${size(least.totalBytes)} are free`;
  const share = least.freeBytes / least.totalBytes;
  const advice = 'Enlarge the disk, or remove old versions of data sets: `dataset prune <name>`.';
  if (share < 0.05) return [wrong('disk', free, advice)];
  return share < 0.15 ? [attention('disk', free, advice)] : [fine('disk', free)];
}

/** If there are several servers, any of them may be asked. */
function isHere(url: string): boolean {
  return databaseUrls(url).every((one) => ['127.0.0.1', 'localhost', '[::1]', ''].includes(new URL(one).hostname));
}

async function spaceOf(folder: string): Promise<Space | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
}
