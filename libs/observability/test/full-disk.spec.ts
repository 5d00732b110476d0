import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';

const [typescript, logger] = ['../../../test-runner/typescript.mjs', '../src/index.ts'].map((path) => new URL(path, import.meta.url).href);

describe('a log on a full disk', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-full-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps its process running and reports lost lines once on standard error', async () => {
    const program = `
      const { createLogger } = await import('${logger}');
      const log = createLogger('billing', { file: process.argv[1] });
      process.stdin.on('data', () => log.warn('a line')).on('end', () => process.stdout.write('works on'));`;
    // No file may grow: writing fails, as on a full disk, but opening does not.
    const command = ['ulimit -f 0; exec "$0" "$@"', process.execPath, '--import', typescript!, '--input-type=module', '--eval', program];
    const child = spawn('/bin/sh', ['-c', ...command, join(folder, 'billing.log')]);
    let [told, output] = ['', ''];
    child.stderr.on('data', (text) => (told += text));
    child.stdout.on('data', (text) => (output += text));
    child.stdin.on('error', () => undefined);
    const ended = once(child, 'close');
    child.stdin.write('x');
    await waitUntil(() => told !== '', { what: 'the process reports the loss' });
    for (let lines = 0; lines < 10; lines += 1) child.stdin.write('x');
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(output).toBe('works on');
    expect(told.match(/lines of the log are lost/g)).toHaveLength(1);
  });
});
