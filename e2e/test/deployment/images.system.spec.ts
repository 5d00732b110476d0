import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@vigia/local-servers';
import { GiveUp, waitUntil } from '@vigia/testing';
import { assembleImage } from './assemble-image.js';
import { commandOf, inherited, readStages } from './dockerfile.js';
import { Surroundings } from './surroundings.js';

const stages = readStages();
const services = ['gateway', 'profile-loader', 'billing', 'webhook-dispatcher', 'data-importer', 'source-simulator'];
const run = promisify(execFile);

/** The commands of the images as plain processes, each among the files of its image and under its own login to the database. */
describe('the start command of the image', () => {
  let surroundings: Surroundings;
  const images: string[] = [];

  beforeAll(async () => {
    surroundings = await Surroundings.open();
  });

  afterAll(async () => {
    await surroundings.close();
    for (const image of images) rmSync(image, { recursive: true });
  });

  function imageOf(target: string): string {
    const image = mkdtempSync(join(tmpdir(), `vigia-${target}-`));
    images.push(image);
    assembleImage(inherited(stages, target), image);
    return image;
  }

  /** What the compose file gives, with the addresses of this test. */
  function environment(target: string, databaseUrl: string, port: number): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      VIGIA_HOST: '127.0.0.1',
      VIGIA_PORT: String(port),
      DATABASE_URL_FILE: surroundings.secret(`${target}_database_url`, databaseUrl),
      VIGIA_BROKER_URL_FILE: surroundings.secret('redis_url', surroundings.broker),
      // Nobody collects there: it makes a service load all that its image has to have for tracing.
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      ...(target === 'gateway' && {
        VIGIA_JWT_KEYS_FILE: surroundings.secret('jwt_keys', surroundings.key()),
        VIGIA_SECRET_PEPPERS_FILE: surroundings.secret('secret_peppers', surroundings.key()),
        VIGIA_TRUSTED_PROXIES: '172.16.0.0/12',
      }),
      ...(target === 'webhook-dispatcher' && { VIGIA_WEBHOOK_KEYS_FILE: surroundings.secret('webhook_keys', surroundings.key()) }),
      ...(target === 'profile-loader' && { VIGIA_SOURCES: 'comercio_exterior,judicial', VIGIA_SOURCES_URL: 'http://127.0.0.1:1' }),
      ...(target === 'source-simulator' && { VIGIA_SIMULATOR_HOST: '127.0.0.1', VIGIA_SIMULATOR_PORT: String(port) }),
    };
  }

  it('migrate brings an empty database up to date and ends', async () => {
    const [program = '', ...args] = commandOf(inherited(stages, 'migrate'), /^CMD/);
    await run(program, args, { cwd: imageOf('migrate'), env: environment('migrate', surroundings.database.url, 0) });
    const [{ count }] = (await surroundings.database.query('SELECT count(*)::int AS count FROM public.migration')) as [{ count: number }];
    expect(count).toBeGreaterThan(0);
  });

  it.each(services)(
    '%s has all that it loads, with tracing on, becomes healthy by its own check and ends cleanly',
    async (target) => {
      const instructions = inherited(stages, target);
      const [program = '', ...args] = commandOf(instructions, /^CMD/);
      const [checker = '', ...checkArgs] = commandOf(instructions, /^HEALTHCHECK/);
      const port = await freePort();
      const env = environment(target, await surroundings.loginUrl(target), port);
      const child = spawn(program, args, { cwd: imageOf(target), env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = once(child, 'exit');
      try {
        const healthy = () =>
          run(checker, checkArgs, { env }).then(
            () => true,
            () => child.exitCode !== null && Promise.reject(new GiveUp(output)),
          );
        await waitUntil(healthy, { timeoutMs: 120_000, what: `${target} is healthy` });
      } finally {
        child.kill('SIGTERM');
      }
      expect(await ended).toEqual([0, null]);
      await expect(run(checker, checkArgs, { env })).rejects.toMatchObject({ code: 1 });
    },
    300_000,
  );
});
