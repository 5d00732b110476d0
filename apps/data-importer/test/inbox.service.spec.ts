import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DatasetVersion } from '@vigia/contracts';
import { holdLock, waitUntil } from '@vigia/testing';
import { latin1, padronHeader, padronLine } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const manifestOf = (content: Buffer, rows: number, day: string, more: object = {}) =>
  JSON.stringify({
    source: padron,
    period: day.slice(0, 7),
    published_at: day,
    sha256: createHash('sha256').update(content).digest('hex'),
    rows,
    rejected: 0,
    ...more,
  });

/** An open file of this process, in which the importer runs; undefined if it was closed meanwhile. */
function pathOf(descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

describe('a file in the inbox', () => {
  let importer: RunningImporter;
  let inbox: string;
  const logFolder = mkdtempSync(join(tmpdir(), 'vigia-inbox-'));
  const logFile = join(logFolder, 'importer.log');

  beforeAll(async () => {
    importer = await startImporter({ VIGIA_LOG_FILE: logFile });
    inbox = join(importer.folder, 'inbox', padron);
    mkdirSync(inbox, { recursive: true });
  });

  afterAll(async () => {
    await importer?.stop();
    rmSync(logFolder, { recursive: true });
  });

  const put = (name: string, content: Buffer | string) => writeFileSync(join(inbox, name), content);
  const isIn = (folder: string, name: string) => existsSync(join(inbox, folder, name));
  /** The report of the file, once it names that version and the file lies beside it. */
  const report = (folder: string, name: string, version?: number) =>
    waitUntil(
      () => {
        const found = JSON.parse(readFileSync(join(inbox, folder, `${name}.report.json`), 'utf8')) as { version?: number };
        return found.version === version && isIn(folder, name) && found;
      },
      { what: `a report of ${name}` },
    );
  /** An importer reads the inbox when it starts. */
  const looked = async () => {
    await importer.pause();
    await importer.resume();
  };
  const logged = (name: string) =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(join(inbox, name)))
      .map((line) => JSON.parse(line) as object);
  const versions = async (): Promise<DatasetVersion[]> =>
    (await importer.ask('datasets.versions', { dataset: padron, limit: 50 })).versions;
  const allEnded = () =>
    waitUntil(async () => {
      const found = await versions();
      return found.length > 0 && found.every(({ endedAt }) => endedAt !== null) && found;
    });

  it('is imported once it matches its manifest, and moves to done with a report', async () => {
    const content = latin1(padronHeader, padronLine('20991000012'));
    put('alone.txt', content);
    put('half.txt', content.subarray(0, 100));
    put('half.txt.manifest.json', manifestOf(content, 1, '2026-11-20'));
    put('broken.txt', content);
    put('broken.txt.manifest.json', manifestOf(content, 1, '2026-11-20', { source: 'ciiu', rejected: undefined }));
    await looked();
    const problem = `its manifest: source is to be ${padron}, the name of its folder; rejected is to be how many lines its maker left out`;
    expect(await report('refused', 'broken.txt')).toEqual({ problem });
    expect(isIn('refused', 'broken.txt.manifest.json')).toBe(true);
    await waitUntil(() => logged('broken.txt').length > 0, { what: 'the log names the refused file' });
    expect(logged('broken.txt')).toMatchObject([
      { level: 'warn', dataset: padron, reason: problem, msg: 'a file in the inbox was refused' },
    ]);
    expect(await versions()).toEqual([]);
    expect([isIn('', 'alone.txt'), isIn('', 'half.txt')]).toEqual([true, true]);

    put('half.txt', content);
    await looked();
    const [version] = await allEnded();
    expect(version).toMatchObject({ state: 'current', rows: 1, requestedBy: 'inbox', publishedOn: '2026-11-20', publishedBy: 'operator' });
    await looked();
    expect(await report('done', 'half.txt', version!.version)).toMatchObject({ state: 'current', rows: 1 });
    expect([isIn('done', 'half.txt'), isIn('done', 'half.txt.manifest.json'), isIn('', 'half.txt')]).toEqual([true, true, false]);
    expect(isIn('', 'alone.txt')).toBe(true);
  });

  it('waits while its manifest is being written, and is refused when that is no JSON after an hour', async () => {
    const dataset = 'deuda_laboral';
    const content = Buffer.from('ruc,periodo,entidad,monto\n20991000012,2026-09,AFP de muestra,1234.50\n');
    const folder = join(importer.folder, 'inbox', dataset);
    const manifest = manifestOf(content, 1, '2026-11-20', { source: dataset });
    const anHourAgo = Date.now() / 1000 - 3_600;
    mkdirSync(folder);
    for (const [name, text] of Object.entries({ empty: '', half: manifest.slice(0, 60), old: manifest.slice(0, 60), wrong: '[]' })) {
      writeFileSync(join(folder, `${name}.csv`), content);
      writeFileSync(join(folder, `${name}.csv.manifest.json`), text);
    }
    utimesSync(join(folder, 'old.csv.manifest.json'), anHourAgo, anHourAgo);
    await looked();
    const isRefused = (name: string) => existsSync(join(folder, 'refused', name));
    await waitUntil(() => isRefused('old.csv') && isRefused('wrong.csv'), { what: 'the others are refused' });
    await importer.pause();
    expect(readdirSync(folder).toSorted()).toEqual([
      'empty.csv',
      'empty.csv.manifest.json',
      'half.csv',
      'half.csv.manifest.json',
      'refused',
    ]);

    rmSync(join(folder, 'empty.csv'));
    rmSync(join(folder, 'empty.csv.manifest.json'));
    writeFileSync(join(folder, 'half.csv.manifest.json'), manifest);
    await importer.resume();
    const taken = async () => (await importer.ask('datasets.versions', { dataset, limit: 1 })).versions[0];
    const { version } = await waitUntil(taken, { what: 'the file is taken' });
    expect(await importer.untilEnded(version)).toMatchObject({ state: 'current', rows: 1 });
  });

  it('is named in the log when it has not matched its manifest for an hour', async () => {
    const content = latin1(padronHeader, padronLine('20991000012'));
    const anHourAgo = Date.now() / 1000 - 3_600;
    for (const name of ['old.txt', 'fresh.txt']) {
      put(name, content);
      put(`${name}.manifest.json`, manifestOf(latin1('another'), 1, '2026-11-20'));
    }
    utimesSync(join(inbox, 'old.txt'), anHourAgo, anHourAgo);
    await looked();
    await waitUntil(() => logged('old.txt').length > 0, { what: 'the log names the file' });
    await looked();
    expect(logged('old.txt')[0]).toMatchObject({ level: 'warn', dataset: padron, reason: 'sha256' });
    expect(logged('fresh.txt')).toEqual([]);
    expect(isIn('', 'old.txt')).toBe(true);
    for (const name of ['old.txt', 'fresh.txt']) for (const end of ['', '.manifest.json']) rmSync(join(inbox, `${name}${end}`));
  });

  it('may reuse the name of an earlier file, which stays as long as the rows of its version', async () => {
    const next = latin1(padronHeader, padronLine('20991000012'), padronLine('20991000021'));
    put('half.txt', next);
    await looked();
    expect(isIn('', 'half.txt')).toBe(true);
    put('half.txt.manifest.json', manifestOf(next, 2, '2026-11-21'));
    await looked();
    await waitUntil(async () => (await versions()).length === 2, { what: 'the file is taken' });
    const [version] = await allEnded();
    expect(version).toMatchObject({ state: 'current', rows: 2 });
    await looked();
    expect(await report('done', `${version!.version}-half.txt`, version!.version)).toMatchObject({ rows: 2 });
    expect(readFileSync(join(inbox, 'done', 'half.txt'))).toEqual(latin1(padronHeader, padronLine('20991000012')));
    expect(await report('done', 'half.txt', (await versions())[1]!.version)).toMatchObject({ rows: 1 });
  });

  it('moves to refused with the reason, and leaves the version in force', async () => {
    const older = latin1(padronHeader, padronLine('20991000021'));
    put('older.txt', older);
    put('older.txt.manifest.json', manifestOf(older, 1, '2026-11-01'));
    await looked();
    await waitUntil(async () => (await versions()).length === 3, { what: 'the file is taken' });
    const [version] = await allEnded();
    expect(version).toMatchObject({ state: 'refused' });
    await looked();
    expect(await report('refused', 'older.txt', version!.version)).toMatchObject({ state: 'refused', problems: [{ code: 'older' }] });
    expect(await importer.database.query('SELECT ruc FROM registry.current_taxpayer ORDER BY ruc')).toEqual([
      { ruc: '20991000012' },
      { ruc: '20991000021' },
    ]);
  });

  it('is removed 30 days after it was handled, unless the rows of its version are kept, and its report stays', async () => {
    const ago = (days: number) => Date.now() / 1000 - days * 86_400;
    const handled = (folder: string, name: string, days: number) =>
      utimesSync(join(inbox, folder, `${name}.report.json`), ago(days), ago(days));
    const left = (folder: string, name: string) => ['', '.manifest.json', '.report.json'].map((end) => isIn(folder, `${name}${end}`));
    for (const end of ['', '.manifest.json', '.report.json']) put(join('done', `gone.txt${end}`), '{}');
    handled('done', 'gone.txt', 31);
    handled('done', 'half.txt', 31);
    handled('refused', 'older.txt', 31);
    handled('refused', 'broken.txt', 29);
    await looked();
    await waitUntil(() => !isIn('done', 'gone.txt') && !isIn('refused', 'older.txt'), { what: 'the old files are removed' });
    await importer.pause();
    expect(left('done', 'gone.txt')).toEqual([false, false, true]);
    expect(left('done', 'half.txt')).toEqual([true, true, true]);
    expect(left('refused', 'older.txt')).toEqual([false, false, true]);
    expect(left('refused', 'broken.txt')).toEqual([true, true, true]);
    await importer.resume();
  });

  it('moves to refused when its manifest counts other lines and too many left-out lines', async () => {
    const content = latin1(padronHeader, padronLine('20991000012'));
    put('counted.txt', content);
    put('counted.txt.manifest.json', manifestOf(content, 2, '2026-11-22', { rejected: 21 }));
    await looked();
    await waitUntil(async () => (await versions()).length === 4, { what: 'the file is taken' });
    const [version] = await allEnded();
    await looked();
    expect(await report('refused', 'counted.txt', version!.version)).toMatchObject({
      state: 'refused',
      problems: [
        { code: 'manifest', detail: 'its manifest counts 2 lines, and it has 1' },
        { code: 'rejects', detail: '21 of 23 lines are rejected' },
      ],
    });
  });

  it('is imported although a folder with a manifest precedes it', async () => {
    const content = latin1('4711,Venta al por menor\n');
    mkdirSync(join(inbox, 'folder'));
    put('folder.manifest.json', manifestOf(Buffer.alloc(0), 1, '2026-11-20'));
    const other = join(importer.folder, 'inbox', 'ciiu');
    mkdirSync(other);
    writeFileSync(join(other, 'ciiu.csv'), content);
    writeFileSync(join(other, 'ciiu.csv.manifest.json'), manifestOf(content, 1, '2026-11-20', { source: 'ciiu' }));
    await looked();
    const taken = async () => (await importer.ask('datasets.versions', { dataset: 'ciiu', limit: 1 })).versions[0];
    const { version } = await waitUntil(taken, { what: 'the file is taken' });
    expect(await importer.untilEnded(version)).toMatchObject({ state: 'current', rows: 1 });
    rmSync(join(inbox, 'folder'), { recursive: true });
    rmSync(join(inbox, 'folder.manifest.json'));
  });

  it('is imported once if it cannot be moved, named in the log each time, and moved later', async () => {
    const before = await versions();
    const content = latin1(padronHeader, padronLine('20991000012'), padronLine('20991000021'));
    mkdirSync(join(inbox, 'done', 'stuck.txt'));
    put('stuck.txt', content);
    put('stuck.txt.manifest.json', manifestOf(content, 2, '2026-11-22'));
    const warned = () => logged('stuck.txt').filter((line) => 'err' in line).length;
    const lookedAgain = async () => {
      const count = warned();
      await looked();
      await waitUntil(() => warned() > count, { what: 'the log names the file' });
    };
    await looked();
    await waitUntil(async () => (await versions()).length > before.length, { what: 'the file is taken' });
    const [version] = await allEnded();
    await lookedAgain();
    // The manifest has moved, and an operator puts it back.
    put('stuck.txt.manifest.json', manifestOf(content, 2, '2026-11-22'));
    await lookedAgain();
    // Now its manifest cannot be moved either: the report comes first, and is not written.
    await importer.pause();
    rmSync(join(inbox, 'done', 'stuck.txt.report.json'));
    mkdirSync(join(inbox, 'done', 'stuck.txt.report.json'));
    await importer.database.query(`UPDATE registry.version SET ended_at = ended_at - interval '2 days' WHERE id = $1`, [version!.version]);
    put('stuck.txt.manifest.json', manifestOf(content, 2, '2026-11-22'));
    const later = join(importer.folder, 'inbox', 'consulta_multiple');
    mkdirSync(later);
    writeFileSync(join(later, 'broken.zip'), '');
    writeFileSync(join(later, 'broken.zip.manifest.json'), '[]');
    await importer.resume();
    await waitUntil(() => existsSync(join(later, 'refused', 'broken.zip')), { what: 'all folders are looked into' });
    await importer.pause();
    expect(await importer.database.query('SELECT FROM registry.version WHERE dataset = $1', [padron])).toHaveLength(before.length + 1);
    // All importers were stopped for two days when it could be moved at last.
    rmSync(join(inbox, 'done', 'stuck.txt.report.json'), { recursive: true });
    rmSync(join(inbox, 'done', 'stuck.txt'), { recursive: true });
    await importer.resume();
    await report('done', 'stuck.txt', version!.version);
    expect(isIn('', 'stuck.txt')).toBe(false);
  });

  it('does not hold up the end of the importer while its bytes are summed up', async () => {
    put('vast.txt', '');
    truncateSync(join(inbox, 'vast.txt'), 2 ** 37); // takes no space; its sum would take minutes
    put('vast.txt.manifest.json', manifestOf(Buffer.alloc(0), 1, '2026-11-24'));
    await looked();
    const isOpen = () => readdirSync('/proc/self/fd').some((fd) => pathOf(fd) === join(inbox, 'vast.txt'));
    await waitUntil(isOpen, { what: 'the file is being read' });
    await importer.pause();
    expect(isOpen()).toBe(false);
    rmSync(join(inbox, 'vast.txt'));
    rmSync(join(inbox, 'vast.txt.manifest.json'));
    await importer.resume();
  });

  describe('with the name of a file that is still in the inbox', () => {
    const drop = (name: string, of: string) => {
      const content = latin1(padronHeader, padronLine('20991000012', of));
      put(name, content);
      put(`${name}.manifest.json`, manifestOf(content, 1, '2026-11-23'));
    };
    const nameInForce = async () =>
      (await importer.database.query<{ name: string }>('SELECT name FROM registry.current_taxpayer'))[0]!.name;
    const latest = async () => (await versions())[0]!.version;
    /** The ends of two imports: of a file that a lock holds, and of the file that replaces it meanwhile. */
    const replaced = async (name: string, statement: string, isHeld: string) => {
      const lock = await holdLock(importer.database, statement);
      const before = await latest();
      // A look that is due now would begin an import, which the pause would interrupt.
      await importer.pause();
      drop(name, `${name} UNO`);
      await importer.resume();
      await waitUntil(
        async () => (await importer.database.query(`SELECT FROM registry.version WHERE id > $1 AND ${isHeld}`, [before])).length === 1,
        { what: 'the first import is held' },
      );
      const first = await latest();
      drop(name, `${name} DOS`);
      await lock.release();
      const ended = await importer.untilEnded(first);
      await looked();
      await waitUntil(async () => (await latest()) > first, { what: 'the next file is taken' });
      return [ended, await importer.untilEnded(await latest())] as const;
    };

    it('is imported after that file, when that file has been read', async () => {
      const lock = 'LOCK TABLE registry.taxpayer IN SHARE UPDATE EXCLUSIVE MODE';
      const [first, next] = await replaced('replaced.txt', lock, `step = 'key'`);
      expect([first.state, next.state]).toEqual(['current', 'current']);
      expect(await nameInForce()).toBe('replaced.txt DOS');
      await looked();
      await report('done', `${next.version}-replaced.txt`, next.version);
      expect(isIn('', 'replaced.txt')).toBe(false);
    });

    it('is imported instead of that file, when that file was compared with its manifest and not read yet', async () => {
      const lock = 'LOCK TABLE registry.taxpayer IN ACCESS EXCLUSIVE MODE';
      const [first, next] = await replaced('unread.txt', lock, 'sha256 IS NOT NULL');
      expect(first).toMatchObject({ state: 'refused', problems: [{ code: 'replaced', detail: expect.stringContaining('unread.txt') }] });
      expect(next.state).toBe('current');
      expect(await nameInForce()).toBe('unread.txt DOS');
    });

    it('is imported instead of that file, when the import of that file still waits', async () => {
      const [first, next] = await replaced('waiting.txt', 'SELECT pg_advisory_lock(4416209953)', `state = 'waiting'`);
      expect(first).toMatchObject({ state: 'refused', problems: [{ code: 'manifest', detail: expect.stringContaining('replaced') }] });
      expect(next.state).toBe('current');
      expect(await nameInForce()).toBe('waiting.txt DOS');
      await looked();
      await report('done', 'waiting.txt', next.version);
      expect(isIn('refused', 'waiting.txt')).toBe(false);
    });
  });
});
