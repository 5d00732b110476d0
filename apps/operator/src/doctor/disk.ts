import { statfs } from 'node:fs/promises';
import { databaseUrls, sql } from '@vigia/database';
import { attention, fine, wrong, type Check } from './finding.js';

const check = 'disk';
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
  if (!least) return [fine(check, `${told}; free space can only be checked on the machine of the database`)];
  const free = `${told}; ${size(least.freeBytes)} of ${size(least.totalBytes)} are free`;
  const share = least.freeBytes / least.totalBytes;
  const advice = 'Enlarge the disk, or remove old versions of data sets: `dataset prune <name>`.';
  if (share < 0.05) return [wrong(check, free, advice)];
  return share < 0.15 ? [attention(check, free, advice)] : [fine(check, free)];
}

/** If there are several servers, any of them may be asked. */
function isHere(url: string): boolean {
  return databaseUrls(url).every((one) => ['127.0.0.1', 'localhost', '[::1]', ''].includes(new URL(one).hostname));
}

async function spaceOf(folder: string): Promise<Space | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
}
