import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoader, type RunningLoader } from '../running-loader.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

type Entry = Record<string, unknown> & { kind?: string; overlays?: object[] };

const folder = new URL('../../../../deploy/providers/', import.meta.url);
const files = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
const variables = [...new Set(files.flatMap((text) => [...text.matchAll(/"secretVariable": "(\w+)"/g)].map(([, variable]) => variable!)))];
const secrets = Object.fromEntries(variables.map((variable) => [variable, `CANARY-${variable}`]));
/** One document for each way in which a provider can repeat the question. */
const [refuses, answers, showsPage, breaksOff] = ['20990000019', '20990000027', '20990000043', '20990000051'] as const;

let provider: LoopbackProvider;
let loader: RunningLoader;
let logs: string;

beforeAll(async () => {
  logs = mkdtempSync(join(tmpdir(), 'vigia-secrets-'));
  Object.assign(process.env, secrets);
  provider = await startProvider((request, response) => {
    const { path, headers, body } = provider.asked.at(-1)!;
    const echo = `${path} ${JSON.stringify(headers)} ${body}`;
    if (echo.includes(refuses)) response.writeHead(500).end(echo);
    else if (echo.includes(answers))
      response.end(JSON.stringify({ success: true, data: echo, message: echo, nombre_o_razon_social: echo }));
    else if (echo.includes(showsPage)) response.end(`<html>${echo}</html>`);
    else request.socket.destroy();
  });
  loader = await startLoader({
    VIGIA_PROVIDERS: JSON.stringify({ sources: onThisMachine(provider.url) }),
    VIGIA_TASK_DEADLINE_MS: '30000',
    VIGIA_LOG_FILE: join(logs, 'log'),
    VIGIA_LOG_LEVEL: 'debug',
  });
});

afterAll(async () => {
  await loader?.stop();
  provider?.stop();
  for (const variable of variables) delete process.env[variable];
  rmSync(logs, { recursive: true, force: true });
});

/** All ready-made providers together, as a file of the installation that names another host. */
function onThisMachine(url: string): Record<string, Entry> {
  const sources: Record<string, Entry> = {};
  for (const text of files) {
    const file = JSON.parse(text.replaceAll(/https:\/\/[^/"]+/g, url)) as { sources: Record<string, Entry> };
    for (const [source, entry] of Object.entries(file.sources)) {
      const before = sources[source];
      if (before?.overlays) before.overlays.push(...(entry.overlays ?? []));
      else if (before) before.fallback = otherProvider(entry);
      else sources[source] = { ...entry, ...(!entry.overlays && { breaker: { failures: 1, pauseMs: 600_000 } }) };
    }
  }
  return sources;
}

const otherProvider = ({ accumulate: _, ...entry }: Entry) => entry;

it('the loader sends every ready provider its key, and writes no key to its log or its database', async () => {
  for (const taxId of [refuses, answers, showsPage, breaksOff]) await loader.untilFinished((await loader.start(taxId)).requestId);
  const asked = provider.asked.map(({ path, headers, body }) => `${path} ${JSON.stringify(headers)} ${body}`);
  expect(variables.length).toBeGreaterThanOrEqual(7);
  expect(variables.filter((variable) => !asked.some((one) => one.includes(`CANARY-${variable}`)))).toEqual([]);
  const log = readFileSync(join(logs, 'log'), 'utf8');
  expect(log).toContain('deuda_coactiva');
  expect(log).not.toContain('CANARY');
  const tables = await loader.database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(50);
  const found = await Promise.all(
    tables.map(({ name }) => loader.database.query(`SELECT '${name}' AS name FROM ${name} AS row WHERE row::text LIKE '%CANARY%' LIMIT 1`)),
  );
  expect(found.flat()).toEqual([]);
});
