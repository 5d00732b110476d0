import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { createLogger, NestLogger, withCorrelationId, type Logger } from '../src/index.js';

type Line = Record<string, any>;

describe('the log of a service', () => {
  let folder: string;
  let file: string;
  let logger: Logger;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-log-'));
    file = join(folder, 'not', 'yet', 'there.log');
    logger = createLogger('billing', { level: 'debug', file });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** The line that says `msg`, once it is in the file. */
  async function lineOf(msg: string): Promise<Line> {
    return waitUntil(() => readLines().find((line) => line.msg === msg), { what: `"${msg}" in the log` });
  }

  function readLines(): Line[] {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  }

  it('is JSON with one line per event, in the configured file', async () => {
    logger.info({ taxIds: 2 }, 'two lines\nin one');
    const line = await lineOf('two lines\nin one');
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      service: 'billing',
      taxIds: 2,
      msg: 'two lines\nin one',
    });
  });

  it('carries the correlation id of the current call, also across awaits', async () => {
    await withCorrelationId('call-1', async () => {
      await Promise.resolve();
      logger.info('inside');
    });
    logger.info('outside');
    expect(await lineOf('inside')).toMatchObject({ correlationId: 'call-1' });
    expect(await lineOf('outside')).not.toHaveProperty('correlationId');
  });

  it.each([
    ['at the top', (secret: object) => secret],
    ['one level down', (secret: object) => ({ headers: secret })],
    ['two levels down', (secret: object) => ({ request: { headers: secret } })],
  ])('hides secrets %s', async (place, wrap) => {
    const secrets = {
      authorization: 'Bearer s3cr3t',
      cookie: 's3cr3t',
      password: 's3cr3t',
      secret: 's3cr3t',
      accessSecret: 's3cr3t',
      token: 's3cr3t',
      accessToken: 's3cr3t',
      clientSecret: 's3cr3t',
      secretKey: 's3cr3t',
    };
    logger.warn(wrap({ ...secrets, user: 'kept' }), place);
    const text = JSON.stringify(await lineOf(place));
    expect(text).not.toContain('s3cr3t');
    expect(text).toContain('kept');
    expect(text.match(/\[hidden\]/g)).toHaveLength(Object.keys(secrets).length);
  });

  it('takes messages of the framework: chatter as debug, errors with their stack', async () => {
    const framework = new NestLogger(logger);
    framework.log('a module started', 'InstanceLoader');
    framework.error('it broke', 'Error: with 20990000019\n    at x (y.js:1:2)', 'Injector');
    framework.error(new TypeError('thrown with 20990000019'), 'Injector');
    expect(await lineOf('a module started')).toMatchObject({ level: 'debug', context: 'InstanceLoader' });
    expect(await lineOf('it broke')).toMatchObject({ level: 'error', context: 'Injector', stack: '    at x (y.js:1:2)' });
    const caught = await lineOf('the framework caught an error');
    expect(caught).toMatchObject({ level: 'error', context: 'Injector', err: { type: 'TypeError', stack: expect.any(String) } });
    expect(readFileSync(file, 'utf8')).not.toContain('20990000019');
  });
});
