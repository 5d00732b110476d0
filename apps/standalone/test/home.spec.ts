import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalServerError } from '@vigia/local-servers';
import { homeFolder, keptSecrets, type Home } from '../src/home.js';

const [typescript, module] = ['../../../test-runner/typescript.mjs', '../src/home.ts'].map((path) => new URL(path, import.meta.url).href);

describe('the home of the standalone product', () => {
  let folder: string;
  let home: Home;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-home-'));
    home = homeFolder({ VIGIA_HOME: folder });
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** As an earlier version made them: the next start has one to add. */
  function makeOlderSecrets() {
    const { jwtKeys, secretPeppers } = keptSecrets(home);
    const older = { jwtKeys, secretPeppers };
    home.write('secrets.json', older);
    return older;
  }

  it('keeps its secrets when a start finds the disk full', () => {
    const secrets = makeOlderSecrets();
    const start = `const { homeFolder, keptSecrets } = await import('${module}'); keptSecrets(homeFolder({ VIGIA_HOME: process.argv[1] }))`;
    // No file may grow: writing fails, as on a full disk, but opening does not.
    const command = [
      'ulimit -f 0; exec "$0" "$@"',
      process.execPath,
      '--import',
      typescript!,
      '--input-type=module',
      '--eval',
      start,
      folder,
    ];
    expect(spawnSync('/bin/sh', ['-c', ...command]).status).toBe(1);
    expect(home.read('secrets.json')).toEqual(secrets);
    expect(readdirSync(folder)).toEqual(['secrets.json']);
  });

  it('does not write its secrets again unless one is missing', () => {
    const secrets = keptSecrets(home);
    const { ino } = statSync(join(folder, 'secrets.json'));
    expect(keptSecrets(home)).toEqual(secrets);
    expect(statSync(join(folder, 'secrets.json')).ino).toBe(ino);

    const older = makeOlderSecrets();
    expect(keptSecrets(home)).toMatchObject(older);
    expect(home.read('secrets.json')).toHaveProperty('webhookKeys');
  });

  it('gives what it writes to the owner of the folder, also as root', () => {
    const own = statSync(folder);
    // An ordinary user can give the folder to nobody else.
    const { uid, gid } = own.uid === 0 ? { uid: 65_534, gid: 65_533 } : own;
    chownSync(folder, uid, gid);
    home.write('demo.json', {});
    expect(statSync(join(folder, 'demo.json'))).toMatchObject({ uid, gid });
  });

  it('names a file that cannot be read or written', () => {
    mkdirSync(join(folder, 'secrets.json'));
    const file = join(folder, 'secrets.json');
    expect(() => home.read('secrets.json')).toThrow(LocalServerError);
    expect(() => home.read('secrets.json')).toThrow(`${file} cannot be read: EISDIR`);
    expect(() => home.write('secrets.json', {})).toThrow(`${file} cannot be written: EISDIR`);
  });

  it('is .vigia where VIGIA_HOME is empty', () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(homeFolder({ VIGIA_HOME: '' }).folder).toBe(join(realpathSync(folder), '.vigia'));
    } finally {
      process.chdir(before);
    }
  });

  it('writes files that only their owner can read, also when it writes them again', () => {
    home.write('demo.json', { corporations: 1 });
    home.write('demo.json', { corporations: 2 });
    expect(home.read('demo.json')).toEqual({ corporations: 2 });
    expect(statSync(join(folder, 'demo.json')).mode & 0o777).toBe(0o600);
  });
});
