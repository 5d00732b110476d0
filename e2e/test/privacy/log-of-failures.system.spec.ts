import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startRedis, type RedisServer } from '@vigia/local-servers';
import {
  createUser,
  everyService,
  receiversOnThisMachine,
  signedIn,
  startSystem,
  startWebhookReceiver,
  testedBrokers,
  waitUntil,
  type System,
  type SystemService,
  type WebhookReceiver,
} from '@vigia/testing';
import { controlSource } from '../../src/clients/control-source.js';
import { newClient } from '../../src/clients/new-client.js';
import { freshRuc } from '../../src/clients/documents.js';
import { startTraceCollector, type TraceCollector } from '../trace-collector.js';
import { documentedFields } from './logged-fields.js';
import { whileRefused } from './refuse-writes.js';
import { tellEverything, WhatWentIn, type Told } from './what-went-in.js';

/** The tables that cannot be written in turn, by service. The loader would not get beyond its first table. */
const refusals: [service: SystemService, schema: string, tables: string][] = [
  ['gateway', 'identity', '%'],
  ['profile-loader', 'profiles', 'load'],
  ['profile-loader', 'profiles', 'source_answer'],
  ['billing', 'billing', '%'],
  ['webhook-dispatcher', 'webhooks', '%'],
];

const malformedOnPurpose = [
  expect.stringMatching(/^seccion must be one of /),
  'taxId is not a valid RUC',
  'the current password is wrong',
  'this link was used, has expired or never existed',
];

/** Thousands of numbers of nineteen digits: now and then eight digits of one equal a DNI. */
const moments = /(?<="\w*[tT]imeUnixNano":")\d{19}(?=")/g;

describe.each(testedBrokers())('a system in which everything fails, on %s', (broker) => {
  const wentIn = new WhatWentIn();
  const logs = new Map<SystemService, string>();
  let collector: TraceCollector;
  let receiver: WebhookReceiver;
  let system: System | undefined;
  let redis: RedisServer | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'vigia-privacy-'));

  beforeAll(async () => {
    collector = await startTraceCollector();
    receiver = await startWebhookReceiver((response, path) => void response.writeHead(500).end(`{"error":"${path}"}`));
    if (broker === 'redis') redis = await startRedis({ dir: folder });
    system = await startSystem({
      broker,
      ...(redis && { brokerUrl: redis.url }),
      environment: {
        ...receiversOnThisMachine,
        VIGIA_LOG_LEVEL: 'debug',
        VIGIA_FRESHNESS_HOURS: '0',
        VIGIA_TASK_DEADLINE_MS: '60000',
        VIGIA_LOAD_WAIT_MS: '2000',
        // As in production: without a broker, calls may wait until these are over.
        VIGIA_START_TIMEOUT_MS: '10000',
        VIGIA_RESERVE_TIMEOUT_MS: '5000',
        VIGIA_SHUTDOWN_GRACE_MS: '1000',
        NODE_OPTIONS: '--import ./libs/observability/dist/preload.js',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      },
    });
    const told = await everythingIsThere(system);
    for (const [service, schema, tables] of refusals) {
      const before = outputOf(service).length;
      await whileRefused(system.database, `${schema}.${tables}`, async () => {
        await tellEverything(told, wentIn);
        await waitUntil(() => outputOf(service).slice(before).includes('23514'), { what: `${service} cannot write ${tables}` });
      });
    }
    await withoutBroker(system, () => tellEverything(told, wentIn));
    for (const service of everyService) {
      const said = outputOf(service);
      // The last line may not be whole yet.
      logs.set(service, said.slice(0, said.lastIndexOf('\n') + 1));
    }
    await system.stop();
    system = undefined;
  }, 600_000);

  afterAll(async () => {
    await system?.stop();
    await redis?.stop();
    receiver?.close();
    await collector?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const outputOf = (service: SystemService) =>
    system!
      .replicas(service)
      .map((process) => process.output())
      .join('\n');

  /** A client with a loaded profile, and an administrator; a source that answers garbage, and webhooks that fail. */
  async function everythingIsThere(running: System): Promise<Told> {
    const client = await newClient(running);
    wentIn.keep(client.accessSecret);
    const baseUrl = running.replicas('gateway')[0]!.url;
    const user = await createUser({ brokerUrl: running.brokerUrl, baseUrl }, { corporationId: client.corporationId, role: 'admin' });
    const admin = await signedIn(baseUrl, user);
    for (const secret of [user.email, user.password, admin.cookie!.split('=')[1]!]) wentIn.keep(secret);
    const loaded = wentIn.keep(freshRuc());
    await controlSource(running, 'protestos', loaded, { outcome: 'malformed' });
    await client.load(loaded);
    const data = await waitUntil(
      async () => {
        const { data: read } = (await client.summary(loaded)).body;
        return read?.legal.statusCode === 'SH10' && read.identificacion.statusCode === 'SH10' && read;
      },
      { timeoutMs: 240_000, what: 'the profile is loaded' },
    );
    const { razon_social, domicilio_fiscal } = data.identificacion.data;
    for (const name of [
      razon_social,
      domicilio_fiscal,
      ...data.legal.data.representantes_legales.map(({ nombre }: { nombre: string }) => nombre),
    ])
      wentIn.keep(name);
    const told = { system: running, client, admin, receiverUrl: receiver.url, loaded };
    expect((await tellEverything(told, wentIn)).toSorted()).toEqual(malformedOnPurpose);
    await client.trigger(loaded);
    await waitUntil(() => receiver.received.length > 0, { what: 'the receiver is asked' });
    const sealed = await running.database.query<Record<string, string | null>>(
      'SELECT sealed_secret_key, sealed_headers, sealed_client_secret FROM webhooks.configuration',
    );
    for (const secret of sealed.flatMap((row) => Object.values(row))) if (secret) wentIn.keep(secret);
    return told;
  }

  async function withoutBroker(running: System, work: () => Promise<unknown>): Promise<void> {
    if (!redis) return whileRefused(running.database, 'bullmq.%', work);
    await redis.kill();
    await work();
    await redis.start();
  }

  it.each(everyService)('logs which statement of %s failed, why and where', (service) => {
    const failures = logs
      .get(service)!
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes('23514'))
      .map((line) => JSON.parse(line) as { err?: object });
    const [, schema] = refusals.find(([refused]) => refused === service)!;
    const err = { type: 'StatementError', sqlState: '23514', schema, table: expect.any(String), constraint: 'refused' };
    expect(failures).toContainEqual(
      expect.objectContaining({
        err: expect.objectContaining({ ...err, statement: expect.stringMatching(/^(INSERT|UPDATE|WITH|DELETE)/) }),
      }),
    );
  });

  it.each(everyService)('writes only the fields in docs/deployment.md to the log of %s', (service) => {
    const lines = logs
      .get(service)!
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const fields = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line) as object)));
    expect(fields.size).toBeGreaterThan(5);
    expect([...fields].filter((field) => !documentedFields.has(field))).toEqual([]);
  });

  it.each(everyService)('writes no input to the log of %s', (service) => {
    expect(wentIn.foundIn(logs.get(service)!)).toEqual([]);
  });

  it.each(everyService)('writes no input to the traces of %s', (service) => {
    const spans = collector.spans.filter((span) => span.service === service);
    expect(spans.length).toBeGreaterThan(0);
    expect(wentIn.foundIn(spans.map(({ text }) => text.replaceAll(moments, '')).join('\n'))).toEqual([]);
  });
});
