import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linkLibraries } from '../../src/postgres/binaries.js';
import { makeScratchDir } from '../scratch-dir.js';

const scratch = makeScratchDir();
afterAll(() => scratch.remove());

describe('linkLibraries', () => {
  it('creates the links of the install script, and keeps existing ones', async () => {
    const lib = join(scratch.path, 'native', 'lib');
    await mkdir(lib, { recursive: true });
    await writeFile(join(lib, 'libpq.so.5.18'), 'library');
    const links = [
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    ];
    await writeFile(join(scratch.path, 'native', 'pg-symlinks.json'), JSON.stringify(links));

    await linkLibraries(scratch.path);
    await linkLibraries(scratch.path);

    expect(await readFile(join(lib, 'libpq.so.5'), 'utf8')).toBe('library');
    expect(await readFile(join(lib, 'libpq.so'), 'utf8')).toBe('library');
  });
});
