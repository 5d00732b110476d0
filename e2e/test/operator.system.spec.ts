import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, livingSystem, waitUntil, type System } from '@vigia/testing';
import { newClient } from '../src/clients/new-client.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));

describe('the command line of the operator', () => {
  let system: System;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
  });

  afterAll(() => system?.stop());

  const started = (args: string[], environment: Record<string, string>) =>
    spawn(process.execPath, ['dist/services/operator.js', ...args], { cwd: repository, env: { PATH: process.env.PATH, ...environment } });

  async function vigia(
    args: string[],
    environment: Record<string, string> = { DATABASE_URL: system.database.url, VIGIA_BROKER_URL: system.brokerUrl },
  ) {
    const child = started(args, environment);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, stdout, stderr, json: () => JSON.parse(stdout) };
  }

  async function makeClient(): Promise<{ corporationId: string; client: ApiClient }> {
    const { corporationId } = (await vigia(['corporation', 'create', '--name', 'Prueba S.A.C.', '--json'])).json();
    const terms = ['--kind', 'monthly', '--starts-on', '2020-01-01', '--ends-on', '2099-12-31'];
    expect((await vigia(['contract', 'create', '--corporation', corporationId, ...terms])).code).toBe(0);
    const credential = (await vigia(['credential', 'create', '--corporation', corporationId, '--json'])).json();
    return { corporationId, client: new ApiClient(system.replicas('gateway')[0]!.url, credential) };
  }

  it('creates a client, suspends it on every endpoint within seconds, and resumes it', async () => {
    const { corporationId, client } = await makeClient();
    expect((await client.load('20990000019')).status).toBe(200);
    expect((await vigia(['corporation', 'suspend', corporationId])).code).toBe(0);
    const refused = { status: 401, body: { statusCode: 401, error: 'Unauthorized', message: 'credentials are disabled' } };
    await waitUntil(async () => (await client.summary('20990000019')).status === 401, { what: 'the suspension takes effect' });
    expect(await client.load('20990000027')).toMatchObject(refused);
    expect(await client.obtainToken()).toMatchObject(refused);
    const refresh = await client.call('POST', '/v1/autenticacion/refrescar-token', { headers: await client.authorization() });
    expect(refresh).toMatchObject(refused);
    expect((await vigia(['corporation', 'resume', corporationId])).code).toBe(0);
    await waitUntil(async () => (await client.summary('20990000019')).status === 200, { what: 'the resumption takes effect' });
  });

  it('revokes a credential and its tokens', async () => {
    const client = await newClient(system);
    await client.authorization();
    expect((await vigia(['credential', 'revoke', client.accessKey])).stdout).toContain('revoked');
    await waitUntil(async () => (await client.summary('20990000019')).status === 401, { what: 'the revocation takes effect' });
  });

  it('reports a missing system, an unreachable system and a wrong argument', async () => {
    expect(await vigia(['corporation', 'list'], { VIGIA_HOME: '/nonexistent' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('npm start'),
    });
    const nobody = { DATABASE_URL: 'postgres://127.0.0.1:1/x', REDIS_URL: 'redis://127.0.0.1:1' };
    expect(await vigia(['corporation', 'list'], nobody)).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be reached') });
    expect(await vigia(['corporation', 'suspend', 'nope'])).toMatchObject({ code: 2, stderr: expect.stringContaining('an id looks like') });
  });

  it('ends without a word when nobody reads on, as with `| head`', async () => {
    const child = started(['source', 'list'], { DATABASE_URL: system.database.url, VIGIA_BROKER_URL: system.brokerUrl });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    expect([await once(child, 'close'), stderr]).toEqual([[141, null], '']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends on %s, also as process 1 of a container', async (signal, code) => {
    const silent = createServer().listen(0, '127.0.0.1');
    const asked = once(silent, 'connection') as Promise<[Socket]>;
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const child = started(['migrate'], { DATABASE_URL: `postgres://127.0.0.1:${port}/x`, VIGIA_BROKER_URL: 'redis://127.0.0.1:1' });
    const [socket] = await asked;
    const ended = once(child, 'close');
    child.kill(signal);
    expect(await ended).toEqual([code, null]);
    socket.destroy();
    silent.close();
  });
});
