import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@vigia/local-servers';
import pg from 'pg';

export const backupFolder = join(import.meta.dirname, '../../../deploy/backup');

/** What a server does not need to be restored, or makes anew. */
const leftOut = ['postmaster.pid', 'postmaster.opts', 'pg_wal/*', 'pg_replslot/*', 'pg_notify/*', 'pg_stat_tmp/*', 'pg_subtrans/*'];
/** Files change while they are read (status 1): the log has what they changed to. */
const copy = 'from=$0 to=$1; shift; { tar --warning=none "$@" -C "$from" -cf - . || [ $? = 1 ]; } | tar -C "$to" -xpf -';

/** By `base-backup.sh` where this machine has the tools of the same PostgreSQL, otherwise as those do it. Returns where the backup is. */
export async function baseBackup(postgres: EmbeddedPostgres, dataDir: string, folder: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ major: string }>(`SELECT current_setting('server_version_num')::int / 10000 AS major`);
    const tool = spawnSync('pg_basebackup', ['--version'], { encoding: 'utf8' }).stdout ?? '';
    if (tool.includes(` ${rows[0]!.major}.`)) {
      return execFileSync(join(backupFolder, 'base-backup.sh'), [postgres.url, folder], { encoding: 'utf8' }).trim();
    }
    return await copyRunning(client, dataDir, join(folder, 'base'));
  } finally {
    await client.end();
  }
}

/** The package of the embedded server has no `pg_basebackup`; the server tells both what makes a copy of its files a backup. */
async function copyRunning(client: pg.Client, dataDir: string, target: string): Promise<string> {
  await client.query(`SELECT pg_backup_start('vigia', fast => true)`);
  mkdirSync(target);
  execFileSync('sh', ['-c', copy, dataDir, target, ...leftOut.map((name) => `--exclude=./${name}`)]);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(wait_for_archive => true)');
  writeFileSync(join(target, 'backup_label'), rows[0]!.labelfile);
  execFileSync('chown', ['--reference', target, join(target, 'backup_label')]);
  return target;
}
