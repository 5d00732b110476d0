import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const program = fileURLToPath(new URL('../built-from.mjs', import.meta.url));

describe('the fingerprint of the sources of the page', () => {
  let workspace: string;

  beforeEach(() => {
    workspace = mkdtempSync(join(tmpdir(), 'vigia-built-from-'));
    write('apps/dashboard/index.html', '<html>');
    write('apps/dashboard/src/home/home.tsx', 'first');
    write('libs/contracts/src/index.ts', 'contract');
    write('package-lock.json', '{}');
  });

  afterEach(() => rmSync(workspace, { recursive: true }));

  function write(file: string, content: string): void {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    writeFileSync(join(workspace, file), content);
  }

  /** The fingerprint, as the build takes it: in a process of Node without a compiler. */
  function builtFrom(): string {
    const script = `import { builtFrom } from ${JSON.stringify(program)}; console.log(await builtFrom(${JSON.stringify(workspace)}));`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  }

  it.each<[string, () => void]>([
    ['a line is changed', () => write('apps/dashboard/src/home/home.tsx', 'other')],
    ['a file is added', () => write('apps/dashboard/src/home/new.ts', '')],
    ['a file is removed', () => rmSync(join(workspace, 'apps/dashboard/src/home/home.tsx'))],
    [
      'a file is renamed',
      () => {
        rmSync(join(workspace, 'apps/dashboard/src/home/home.tsx'));
        write('apps/dashboard/src/home/start.tsx', 'first');
      },
    ],
    ['a contract is changed', () => write('libs/contracts/src/index.ts', 'new')],
    ['another version of a package is installed', () => write('package-lock.json', '{ }')],
  ])('changes when %s', (_what, change) => {
    const before = builtFrom();
    change();
    expect(builtFrom()).not.toBe(before);
  });

  it('stays the same when only tests, documents or build output change', () => {
    const before = builtFrom();
    write('apps/dashboard/test/home.spec.ts', 'test');
    write('apps/dashboard/README.md', 'text');
    write('apps/dashboard/dist/index.html', 'built');
    expect(builtFrom()).toBe(before);
  });
});
