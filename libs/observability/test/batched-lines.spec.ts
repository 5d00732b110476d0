import { spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { pino } from 'pino';
import { BatchedLines } from '../src/logging/batched-lines.js';

describe('log lines in quick succession', () => {
  let writes: string[];
  let logger: pino.Logger;

  beforeEach(() => {
    writes = [];
    logger = pino({ base: null, timestamp: false }, new BatchedLines({ write: (text) => writes.push(text) }));
  });

  const messages = () => writes.map((text) => [...text.matchAll(/"msg":"(\w+)/g)].map(([, msg]) => msg));

  it('are written together, a moment later', async () => {
    logger.info('one');
    logger.info('two');
    expect(writes).toEqual([]);
    await waitUntil(() => writes.length > 0, { what: 'the lines are written' });
    expect(messages()).toEqual([['one', 'two']]);
    logger.info('three');
    await waitUntil(() => writes.length > 1, { what: 'the next line is written' });
    expect(messages()).toEqual([['one', 'two'], ['three']]);
  });

  it.each(['warn', 'error', 'fatal'] as const)('are written immediately with a line of level %s', (level) => {
    logger.info('before');
    logger[level]('now');
    expect(messages()).toEqual([['before', 'now']]);
  });

  it('are written in batches of limited size', () => {
    for (let count = 0; count < 100; count += 1) logger.info({ text: 'x'.repeat(1000) }, 'long');
    expect(writes.length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...writes.map(({ length }) => length))).toBeLessThan(20_000);
  });
});

describe('a process that ends', () => {
  const [typescript, logger] = ['../../../test-runner/typescript.mjs', '../src/index.ts'].map(
    (path) => new URL(path, import.meta.url).href,
  );

  it.each([
    ['with process.exit', 'process.exit(0)'],
    ['by an uncaught error', 'throw new Error("unheard")'],
  ])('%s writes its last log lines', (_, end) => {
    const program = `const { createLogger } = await import('${logger}'); createLogger('billing').info('last words'); ${end};`;
    const { stdout } = spawnSync(process.execPath, ['--import', typescript!, '--input-type=module', '--eval', program]);
    expect(String(stdout)).toContain('last words');
  });
});
