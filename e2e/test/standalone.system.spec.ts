import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@vigia/local-servers';
import { ApiClient, PanelClient, waitUntil, type TestUser } from '@vigia/testing';
import { pasteInto, shellBlocks } from '../src/readme/pasted-page.js';
import { launchProduct, repository, stopProduct, untilRunning } from '../src/standalone/running-product.js';
import { interruptTwice } from '../src/terminal/interrupt-twice.js';

type DemoUser = Pick<TestUser, 'email' | 'password'>;

const page = (path: string) => readFileSync(join(repository, path), 'utf8');

describe('the standalone product', () => {
  let folder: string;
  let home: string;
  const started: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-standalone-'));
    chmodSync(folder, 0o755);
    home = join(folder, 'a path with spaces', '.vigia');
  });

  afterEach(async () => {
    for (const child of started.splice(0)) await stopProduct(child);
    rmSync(folder, { recursive: true, force: true });
  });

  function launch(port: number, ...more: [environment?: Record<string, string>, how?: { detached: boolean }]) {
    const product = launchProduct(home, port, ...more);
    started.push(product.child);
    return product;
  }

  async function start(port: number, environment?: Record<string, string>) {
    const product = launch(port, environment);
    const demo = await untilRunning(home, product);
    return { ...product, demo, screen: product.output() };
  }

  async function expectSignIn(baseUrl: string, user: DemoUser, role: string): Promise<void> {
    expect(await new PanelClient(baseUrl).signIn(user)).toMatchObject({ status: 200, body: { user: { email: user.email, role } } });
  }

  /** As the administrator does it in the dashboard. */
  async function deactivate(baseUrl: string, { admin, analyst }: Record<'admin' | 'analyst', DemoUser>): Promise<void> {
    const { body } = await new PanelClient(baseUrl).signIn(analyst);
    const panel = new PanelClient(baseUrl);
    await panel.signIn(admin);
    expect((await panel.call('PATCH', `/users/${body.user.userId}`, { body: { active: false } })).status).toBe(200);
  }

  async function revoke(baseUrl: string, { admin, accessKey }: { admin: DemoUser; accessKey: string }): Promise<void> {
    const panel = new PanelClient(baseUrl);
    await panel.signIn(admin);
    expect((await panel.call('DELETE', `/credentials/${accessKey}`)).status).toBe(204);
  }

  /** Pastes the blocks of the pages into a second terminal, in the folder with the home of the product. */
  async function pastePages(): Promise<void> {
    const receiverPort = String(await freePort());
    const firstSteps = ['A first load', 'A first webhook'].map((chapter) => shellBlocks(page('README.md'), chapter).at(-1)!);
    await pasteInto(
      join(home, '..'),
      firstSteps.map((block) => block.replaceAll('4000', receiverPort)),
    );
    await pasteInto(join(home, '..'), shellBlocks(page('docs/api.md')));
  }

  const postmaster = () => Number(readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

  it('starts, loads, keeps its data, stops cleanly, recovers from a kill, refuses a second process and ends with its database', async () => {
    const first = await start(await freePort());
    const { baseUrl, simulatorUrl, corporations } = first.demo;
    for (const shown of [baseUrl, simulatorUrl, '/docs', corporations.mensual.accessKey, corporations.unico.accessSecret, 'curl']) {
      expect(first.screen).toContain(shown);
    }
    // The users come first: people want to see the dashboard first.
    expect(first.screen.indexOf(corporations.mensual.admin.email)).toBeLessThan(first.screen.indexOf(corporations.mensual.accessKey));
    await pastePages();
    for (const corporation of [corporations.mensual, corporations.unico]) {
      const client = new ApiClient(baseUrl, corporation);
      expect((await client.load('20990000019')).status).toBe(200);
      expect((await client.summary('20990000019')).body.data).toMatchObject({ activo: true, estado: 'succeeded' });
    }
    for (const { admin, analyst, member } of Object.values(corporations)) {
      await expectSignIn(baseUrl, admin, 'admin');
      await expectSignIn(baseUrl, analyst, 'analyst');
      await expectSignIn(baseUrl, member, 'member');
      expect(first.screen).toContain(member.password);
    }
    await expectSignIn(baseUrl, first.demo.operator, 'operator');
    expect(await (await fetch(`${baseUrl}/`)).text()).toContain('<title>Vigía</title>');

    const server = postmaster();
    const ended = once(first.child, 'exit');
    interruptTwice(first.child);
    expect(await ended).toEqual([0, null]);
    await waitUntil(() => !isAlive(server), { what: 'the database is gone' });
    expect(existsSync(join(home, 'postgres', 'postmaster.pid'))).toBe(false);

    const second = await start(await freePort());
    expect(second.demo).toMatchObject({ corporations, operator: first.demo.operator });
    await expectSignIn(second.demo.baseUrl, corporations.unico.admin, 'admin');
    const again = new ApiClient(second.demo.baseUrl, corporations.mensual);
    expect((await again.summary('20990000019')).status).toBe(200);
    await deactivate(second.demo.baseUrl, corporations.mensual);
    await revoke(second.demo.baseUrl, corporations.unico);

    const killed = once(second.child, 'exit');
    second.child.kill('SIGKILL');
    await killed;
    // The file of an earlier version: a start adds what is missing and keeps the rest.
    const { accessKey, accessSecret } = corporations.mensual;
    writeFileSync(
      join(home, 'demo.json'),
      JSON.stringify({ corporations: { mensual: { accessKey, accessSecret }, unico: corporations.unico } }),
    );
    // Empty variables count as not set: the simulator is still asked, and nothing listens beyond this address.
    const third = await start(await freePort(), { VIGIA_HOST: '', VIGIA_SOURCES_URL: '' });
    const beyond = third.demo.baseUrl.replace('127.0.0.1', '127.0.0.2');
    await expect(fetch(beyond)).rejects.toThrow('fetch failed');
    expect(third.demo.corporations).toMatchObject({
      mensual: {
        accessKey,
        admin: { email: corporations.mensual.admin.email },
        analyst: { email: corporations.mensual.analyst.email, password: null },
      },
      unico: { admin: corporations.unico.admin, accessKey: expect.not.stringContaining(corporations.unico.accessKey) },
    });
    expect(third.screen).toMatch(/mensual, analyst .*deactivated/);
    await expectSignIn(third.demo.baseUrl, third.demo.corporations.mensual.admin, 'admin');
    const recovered = new ApiClient(third.demo.baseUrl, third.demo.corporations.unico);
    expect((await recovered.summary('20990000019')).status).toBe(200);
    expect((await recovered.load('20990000027')).status).toBe(200);

    const intruder = launch(await freePort());
    expect(await once(intruder.child, 'exit')).toEqual([1, null]);
    expect(intruder.output()).toContain('already');
    expect((await fetch(`${third.demo.baseUrl}/health/ready`)).status).toBe(200);

    const lost = once(third.child, 'close');
    process.kill(postmaster(), 'SIGKILL');
    expect(await lost).toEqual([1, null]);
    expect(third.output()).toContain('PostgreSQL has ended: SIGKILL. Its last words:');
  }, 600_000);

  it('stops cleanly on a signal during its start', async () => {
    const { child, output } = launch(await freePort());
    await waitUntil(() => output().includes('Starting the database'), { timeoutMs: 240_000, what: 'the database is starting' });
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect({ ended: await ended, output: output() }).toEqual({ ended: [0, null], output: expect.not.stringContaining('Vigía is running') });
    expect(existsSync(join(home, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(home, 'postgres', 'postmaster.pid'))).toBe(false);
  }, 600_000);

  it('makes its database complete on Ctrl-C, which signals its process group, while initdb runs', async () => {
    const { child, output } = launch(await freePort(), {}, { detached: true });
    const isMaking = () =>
      readdirSync(home).some((name) => name === 'postgres' || (name.includes('.initdb-') && existsSync(join(home, name, 'cluster'))));
    await waitUntil(isMaking, { timeoutMs: 240_000, what: 'initdb runs' });
    const ended = once(child, 'exit');
    process.kill(-child.pid!, 'SIGINT');
    expect({ ended: await ended, output: output() }).toEqual({ ended: [0, null], output: expect.not.stringContaining('Vigía is running') });
    expect(readdirSync(home).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
    expect(existsSync(join(home, 'postgres', 'PG_VERSION'))).toBe(true);
  }, 600_000);

  it.each(['VIGIA_PORT', 'VIGIA_SIMULATOR_PORT'])('names a port in %s that is taken', async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { child, output } = launch(await freePort(), { [name]: String(port) });
    const [code] = (await once(child, 'close')) as [number];
    other.close();
    expect(code).toBe(1);
    expect(output()).toContain(`port ${port} is taken: stop what listens there, or set ${name} to another one`);
    expect(output()).not.toMatch(/^ +at /m);
    expect(existsSync(join(home, 'postgres'))).toBe(false);
  });

  it.each([
    [{ VIGIA_PORT: 'abc' }, 'VIGIA_PORT must be a whole number'],
    [{ VIGIA_SIMULATOR: 'no' }, 'VIGIA_SIMULATOR must be one of'],
    [{ VIGIA_HOST: '192.0.2.1' }, 'cannot be opened: listen EADDRNOTAVAIL: address not available 192.0.2.1'],
    [{ VIGIA_SIMULATOR_HOST: '192.0.2.1' }, 'cannot be opened: listen EADDRNOTAVAIL: address not available 192.0.2.1'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:9/db' }, 'Vigía cannot start: the database cannot be reached (ECONNREFUSED): is it running?'],
    [{ VIGIA_HOME: '/dev/null/home' }, '/dev/null/home cannot be made: ENOTDIR'],
  ])('reports the problem with %j, without a stack trace', async (wrong, said) => {
    const { child, output } = launch(await freePort(), wrong);
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output()).toContain(said);
    expect(output()).not.toMatch(/^ +at /m);
    expect(existsSync(join(home, 'postgres'))).toBe(false);
  });
});
