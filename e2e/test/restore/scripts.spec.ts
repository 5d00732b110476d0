import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
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
    const kept = [`${archive}/0001.gz: 0001.gz`, `${archive}: 0001.gz`];
    expect(archived('content')).toEqual({ status: 0, synced: [`${archive}/.0001.gz.part: `, ...kept] });
    expect(archived('content')).toEqual({ status: 0, synced: kept });
    expect(archived('another')).toEqual({ status: 1, synced: [] });
    const compressed = readFileSync(join(archive, '0001.gz'));
    expect([readdirSync(archive), gunzipSync(compressed).toString()]).toEqual([['0001.gz'], 'content']);
    // A segment that an earlier version archived, uncompressed.
    rmSync(join(archive, '0001.gz'));
    writeFileSync(join(archive, '0001'), 'content');
    expect(archived('content')).toEqual({ status: 0, synced: [`${archive}/0001: 0001`, `${archive}: 0001`] });
    expect(archived('another')).toEqual({ status: 1, synced: [] });
    expect(readdirSync(archive)).toEqual(['0001']);
  });

  it('end a recovery at a segment that is missing, and stop the server at what cannot be read', () => {
    const [archive, restored] = [join(folder, 'wal'), join(folder, 'restored')];
    mkdirSync(archive);
    const compressed = gzipSync('content');
    writeFileSync(join(archive, 'compressed.gz'), compressed);
    writeFileSync(join(archive, 'damaged.gz'), compressed.subarray(0, -4));
    writeFileSync(join(archive, 'whole'), 'uncompressed');
    // Nobody can copy a folder as a file, not even root.
    mkdirSync(join(archive, 'unreadable'));
    const statusOf = (from: string, name: string) => spawnSync(join(backupFolder, 'restore-wal.sh'), [from, name, restored]).status;
    expect([statusOf(archive, 'compressed'), readFileSync(restored, 'utf8')]).toEqual([0, 'content']);
    expect([statusOf(archive, 'whole'), readFileSync(restored, 'utf8')]).toEqual([0, 'uncompressed']);
    expect(statusOf(archive, 'missing')).toBe(1);
    // PostgreSQL takes up to 125 for a segment that is missing.
    for (const name of ['unreadable', 'damaged']) expect(statusOf(archive, name)).toBeGreaterThan(125);
    expect(statusOf(join(folder, 'not mounted'), 'missing')).toBeGreaterThan(125);
  });

  it('leave nothing of a base backup that does not agree with its manifest', () => {
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const programs = {
      psql: 'echo on',
      pg_basebackup: 'for one; do case $one in --pgdata=*) mkdir "${one#--pgdata=}" ;; esac; done',
      pg_verifybackup: 'exit 1',
    };
    for (const [name, does] of Object.entries(programs)) writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    expect(spawnSync(join(backupFolder, 'base-backup.sh'), ['postgresql://server', backups], { env }).status).toBe(1);
    expect(readdirSync(backups)).toEqual([]);
  });

  describe('that forget', () => {
    let [bases, archive] = ['', ''];

    const forget = (keep: string) => {
      writeFileSync(join(folder, 'pg_archivecleanup'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
      const env = { PATH: `${folder}:${process.env.PATH}` };
      const { status, stdout } = spawnSync(join(backupFolder, 'forget-backups.sh'), [bases, archive, keep], { env, encoding: 'utf8' });
      return { status, cleaned: stdout.trim(), bases: readdirSync(bases) };
    };
    const refusal = (...args: string[]) => spawnSync(join(backupFolder, 'forget-backups.sh'), args, { encoding: 'utf8' }).stderr;
    const segment = (number: number) => `0000000100000000000000${number.toString(16).toUpperCase().padStart(2, '0')}`;
    const first = '20261121T030000Z';
    const [second, third, failed, running] = ['20261122T030000Z', '20261123T030000Z', '20261122T020000Z.part', '20261124T030000Z.part'];

    beforeEach(() => {
      [bases, archive] = [join(folder, 'bases'), join(folder, 'wal')];
      for (const path of [bases, archive]) mkdirSync(path);
      for (const name of [first, second, third, failed, running, 'notes']) mkdirSync(join(bases, name));
      for (const [name, number] of [
        [first, 3],
        [second, 12],
        [third, 15],
      ] as const) {
        const label = `START WAL LOCATION: 0/C000028 (file ${segment(number)})\nCHECKPOINT LOCATION: 0/C000060\n`;
        writeFileSync(join(bases, name, 'backup_label'), label);
      }
    });

    it('remove older base backups, what failed ones left, and the segments that only these needed', () => {
      const left = { status: 0, cleaned: `-x .gz ${archive} ${segment(12)}`, bases: [second, third, running, 'notes'] };
      expect(forget('2')).toEqual(left);
      expect(forget('2')).toEqual(left);
    });

    it('keep every base backup where there are fewer than shall be kept', () => {
      const left = { status: 0, cleaned: `-x .gz ${archive} ${segment(3)}`, bases: [first, second, third, running, 'notes'] };
      expect(forget('9')).toEqual(left);
    });

    it.each(['0', 'all', '-1', ''])('remove nothing if the number to keep is "%s"', (keep) => {
      const before = readdirSync(bases);
      expect(forget(keep)).toEqual({ status: 1, cleaned: '', bases: before });
    });

    it('name an argument, a folder or a base backup that is missing', () => {
      const empty = join(folder, 'empty');
      mkdirSync(empty);
      expect(refusal(bases, archive)).toBe('usage: forget-backups.sh <folder of base backups> <archive> <keep>\n');
      expect(refusal(join(folder, 'gone'), archive, '2')).toBe(`no such folder: ${folder}/gone\n`);
      expect(refusal(bases, join(folder, 'gone'), '2')).toBe(`no such folder: ${folder}/gone\n`);
      expect(refusal(empty, archive, '2')).toBe(`no base backup in ${empty}\n`);
    });

    it('remove nothing if the oldest base backup to keep does not say where it begins', () => {
      rmSync(join(bases, second, 'backup_label'));
      const before = readdirSync(bases);
      const { status, ...left } = forget('2');
      expect(status).not.toBe(0);
      expect(left).toEqual({ cleaned: '', bases: before });
    });
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
