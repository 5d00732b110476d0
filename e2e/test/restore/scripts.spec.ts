import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { backupFolder } from './base-backup.js';

describe('the backup scripts', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-backup-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** The settings of a data folder, as PostgreSQL reads them: the last one counts. */
  const settingsIn = (data: string) =>
    Object.fromEntries(
      [...readFileSync(join(data, 'postgresql.auto.conf'), 'utf8').matchAll(/^(\w+) = '(.*)'$/gm)].map(([, name, value]) => [name, value]),
    );
  const restore = (base: string, data: string, ...time: string[]) => {
    execFileSync(join(backupFolder, 'restore.sh'), [base, join(folder, 'wal'), data, ...time]);
    return settingsIn(data);
  };

  it('restore to the end of the log even from a backup of a restored server', () => {
    const [base, once, twice] = ['base', 'once', 'twice'].map((name) => join(folder, name)) as [string, string, string];
    mkdirSync(base);
    expect(restore(base, once, '2026-11-23 21:55:00+00')).toMatchObject({ recovery_target_time: '2026-11-23 21:55:00+00' });
    // A base backup of the restored server has its settings.
    expect(restore(once, twice)).toMatchObject({ recovery_target_time: '', recovery_target_action: 'promote' });
  });

  it('restore with pgBackRest without an archive, because the next restore would follow the timeline that the server pushes there', () => {
    const [page, ...configurations] = [
      join(backupFolder, '../../docs/runbooks/restore.md'),
      ...['pgbackrest.conf', 'pgbackrest-archive.conf'].map((name) => join(backupFolder, name)),
    ].map((path) => readFileSync(path, 'utf8')) as [string, ...string[]];
    const restoresIn = (text: string) => text.match(/pgbackrest --stanza[^\n`]* restore\b/g) ?? [];
    expect(restoresIn(page).map((command) => command.includes('--type=time'))).toEqual([true, false]);
    const restores = [page, ...configurations].flatMap(restoresIn);
    expect(restores.filter((command) => !command.includes('--archive-mode=off'))).toEqual([]);
  });

  it('name a base backup only once its name in the folder is on the disk', () => {
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const programs = {
      psql: 'echo on',
      pg_basebackup: 'for one; do case $one in --pgdata=*) mkdir "${one#--pgdata=}" ;; esac; done',
      pg_verifybackup: '',
      sync: `echo "$1: $(ls "$1")"`,
    };
    for (const [name, does] of Object.entries(programs)) writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { status, stdout } = spawnSync(join(backupFolder, 'base-backup.sh'), ['postgresql://server', backups], { env, encoding: 'utf8' });
    const [name] = readdirSync(backups);
    expect({ status, name, told: stdout.split('\n') }).toEqual({
      status: 0,
      name: expect.stringMatching(/^\d{8}T\d{6}Z$/),
      told: [`${backups}: ${name}`, join(backups, name!), ''],
    });
  });

  it('archive a segment, and an identical one again, only once the file and its name in the folder are on the disk', () => {
    const [archive, segment, asked] = ['wal', 'segment', 'asked'].map((name) => join(folder, name)) as [string, string, string];
    mkdirSync(archive);
    writeFileSync(join(folder, 'sync'), `#!/bin/sh\nfor path; do echo "$path: $(ls "${archive}")"; done >>"${asked}"\n`, { mode: 0o755 });
    const archived = (content: string) => {
      writeFileSync(segment, content);
      rmSync(asked, { force: true });
      const env = { PATH: `${folder}:${process.env.PATH}` };
      const { status } = spawnSync(join(backupFolder, 'archive-wal.sh'), [archive, segment, '0001'], { env });
      return { status, synced: existsSync(asked) ? readFileSync(asked, 'utf8').trimEnd().split('\n') : [] };
    };
    const kept = [`${archive}/0001: 0001`, `${archive}: 0001`];
    expect(archived('content')).toEqual({ status: 0, synced: [`${archive}/.0001.part: `, ...kept] });
    expect(archived('content')).toEqual({ status: 0, synced: kept });
    expect(archived('another')).toEqual({ status: 1, synced: [] });
    expect([readdirSync(archive), readFileSync(join(archive, '0001'), 'utf8')]).toEqual([['0001'], 'content']);
  });

  it('end a recovery at a segment that is missing, and stop the server at what cannot be read', () => {
    const [archive, restored] = [join(folder, 'wal'), join(folder, 'restored')];
    mkdirSync(archive);
    writeFileSync(join(archive, 'whole'), 'content');
    // Nobody can copy a folder as a file, not even root.
    mkdirSync(join(archive, 'unreadable'));
    const statusOf = (from: string, name: string) => spawnSync(join(backupFolder, 'restore-wal.sh'), [from, name, restored]).status;
    expect([statusOf(archive, 'whole'), readFileSync(restored, 'utf8')]).toEqual([0, 'content']);
    expect(statusOf(archive, 'missing')).toBe(1);
    // PostgreSQL takes up to 125 for a segment that is missing.
    expect(statusOf(archive, 'unreadable')).toBeGreaterThan(125);
    expect(statusOf(join(folder, 'not mounted'), 'missing')).toBeGreaterThan(125);
  });

  it.each([
    ['postgres://127.0.0.1/vigia', 'postgres://127.0.0.1/vigia?replication=true'],
    ['postgres://127.0.0.1/vigia?sslmode=require', 'postgres://127.0.0.1/vigia?sslmode=require&replication=true'],
  ])('refuse a server that does not archive its log: %s', (url, asked) => {
    for (const program of ['psql', 'pg_basebackup', 'pg_verifybackup']) {
      writeFileSync(join(folder, program), `#!/bin/sh\necho "${program} $1" >> "${folder}/asked"\necho off\n`);
      chmodSync(join(folder, program), 0o755);
    }
    const { status, stderr } = spawnSync(join(backupFolder, 'base-backup.sh'), [url, join(folder, 'base')], {
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('archive_mode is off') });
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe(`psql ${asked}\n`);
    expect(readdirSync(folder)).not.toContain('base');
  });
});
