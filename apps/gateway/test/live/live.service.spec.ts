import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PanelClient, signedIn, waitUntil, type ServiceProcess, type TestUser } from '@vigia/testing';
import { openPanel, type Panel } from '../panel/open-panel.js';
import { EventStream } from './event-stream.js';

describe('the stream of live changes', () => {
  let panel: Panel;
  let other: ServiceProcess;
  let corporationId: string;
  let user: TestUser;
  let page: PanelClient;
  const opened: EventStream[] = [];

  beforeAll(async () => {
    panel = await openPanel();
    other = await panel.gateways.startProcess();
  });
  afterAll(() => panel?.stop());

  beforeEach(async () => {
    corporationId = await panel.newCorporation();
    user = await panel.newUser(corporationId, 'member');
    page = await signedIn(panel.url, user);
  });
  afterEach(() => opened.splice(0).forEach((stream) => stream.leave()));

  const open = async (url = panel.url, cookie = page.cookie, lastEventId?: string) => {
    const stream = await EventStream.open(url, String(cookie), lastEventId);
    opened.push(stream);
    return stream;
  };
  const listening = async (...given: Parameters<typeof open>) => {
    const stream = await open(...given);
    await stream.next('beat');
    return stream;
  };

  /** Writes a request as the loader does. */
  async function request(kind: 'load' | 'update' = 'load'): Promise<string> {
    const id = randomUUID();
    await panel.gateways.database.query(
      `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
       VALUES ($1, $2, $3, $4, 'loading', 1, 'test')`,
      [id, corporationId, ...(kind === 'load' ? ['RUC', 'monitoring'] : [null, null])],
    );
    return id;
  }

  const finish = (id: string) =>
    panel.gateways.database.query(
      `UPDATE profiles.load_request SET state = 'finished', open_items = 0, finished_at = now() WHERE id = $1`,
      [id],
    );

  it('is marked so that no proxy buffers, caches or compresses it', async () => {
    const { response } = await listening();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'cache-control': expect.stringContaining('no-transform'),
      'x-correlation-id': expect.any(String),
    });
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  it('reports what another replica wrote, only to the pages of its corporation', async () => {
    const stranger = await panel.newPage(await panel.newCorporation());
    const [here, there, elsewhere] = [await listening(), await listening(other.url), await listening(panel.url, stranger.page.cookie)];
    const id = await request('update');
    for (const stream of [here, there]) expect(await stream.change('loads')).toEqual({ what: 'loads', id, at: expect.any(String) });
    await panel.gateways.database.query('UPDATE profiles.load_request SET open_items = 2 WHERE id = $1', [id]);
    const told = (what: string) => [here, there].map(({ changes }) => changes.filter((change) => change.what === what).length);
    await waitUntil(async () => told('loads').every((times) => times === 2));
    await finish(id);
    // An update changes the portfolio only when it begins and ends, and a load of what is there already never.
    await waitUntil(async () => told('loads').every((times) => times === 3) && told('portfolio').every((times) => times === 2));
    expect(elsewhere.changes).toEqual([]);
  });

  it.each(['changed_at', 'access_changed_at'])(
    'reports the %s that is committed last, although a dozen transactions that began after its own are known',
    async (column) => {
      const { database } = panel.gateways;
      await database.query(
        `INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, mode, changed_at)
         SELECT $1, n + 200000000, 'CE', 'monitoring', now() - interval '1 hour' FROM generate_series(1, 13) AS n`,
        [corporationId],
      );
      const change = (first: number, last: number, begunAgo: string) =>
        database.query(
          `UPDATE profiles.portfolio_entry SET ${column} = now() - $4::interval
           WHERE corporation_id = $1 AND tax_id::int - 200000000 BETWEEN $2 AND $3`,
          [corporationId, first, last, begunAgo],
        );
      await change(1, 12, '0 seconds');
      const stream = await listening();
      await change(13, 13, '5 seconds');
      expect(await stream.change('portfolio')).toMatchObject({ id: null });
    },
  );

  it('reports once after a break what was missed, and nothing else, whichever replica is asked', async () => {
    const first = await listening();
    first.leave();
    await request();
    const again = await listening(other.url, page.cookie, first.lastId);
    expect(await again.change('loads')).toMatchObject({ what: 'loads', id: null });
    expect(again.changes.map(({ what }) => what)).toEqual(['loads']);
    const calm = await listening(panel.url, page.cookie, again.lastId);
    expect(calm.changes).toEqual([]);
  });

  it('reports eight concurrent changes in at most eight events', async () => {
    const stream = await listening();
    await Promise.all(Array.from({ length: 8 }, () => request()));
    const loads = () => stream.changes.filter(({ what }) => what === 'loads');
    await waitUntil(async () => loads().some(({ id }) => id === null) || loads().length === 8);
    expect(loads().length).toBeLessThanOrEqual(8);
  });

  it('asks for a reconnection after two to three seconds', async () => {
    const response = await fetch(`${panel.url}/panel/v1/live`, { headers: { cookie: String(page.cookie) } });
    const { value } = await response.body!.getReader().read();
    expect(Buffer.from(value!).toString()).toMatch(/retry: (2[0-9]{3}|3000)\n/);
  });

  it('is open to everyone who is signed in, and to nobody else', async () => {
    expect((await open(panel.url, '')).response.status).toBe(401);
    const operator = await signedIn(panel.url, await panel.newUser(null, 'operator'));
    expect((await open(panel.url, operator.cookie)).response.status).toBe(200);
    expect((await page.get('/live?x=1')).status).toBe(400);
  });

  it('has no answer to HEAD but its headers, and the connection then serves another call', async () => {
    const { host, hostname, port } = new URL(panel.url);
    const head = `Host: ${host}\r\nCookie: ${page.cookie}\r\n`;
    const socket = connect(Number(port), hostname);
    socket.write(`HEAD /panel/v1/live HTTP/1.1\r\n${head}\r\nGET /panel/v1/session HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    const told = await text(socket);
    expect(told.match(/^HTTP.*$/gm)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
    expect(told).toContain(user.email);
  });

  it('is open five times per session: the sixth ends the first with the reason', async () => {
    const streams: EventStream[] = [];
    for (let count = 1; count <= 6; count += 1) streams.push(await listening());
    await streams[0]!.ended();
    expect(JSON.parse((await streams[0]!.next('end')).data)).toEqual({ reason: 'replaced' });
    expect(streams.slice(1).map(({ endedAt }) => endedAt)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('ends with its session, after a change of role and after a suspension, and no other stream ends', async () => {
    const admin = await panel.newPage(corporationId);
    const promoted = await panel.newPage(corporationId, 'member');
    const suspended = await panel.newPage(await panel.newCorporation());
    const streams = [
      await listening(),
      await listening(panel.url, promoted.page.cookie),
      await listening(panel.url, suspended.page.cookie),
    ];
    const stays = await listening(panel.url, admin.page.cookie);
    await page.call('DELETE', '/session');
    await admin.page.call('PATCH', `/users/${promoted.userId}`, { body: { role: 'admin' } });
    await panel.gateways.database.query(
      `UPDATE identity.corporation SET status = 'suspended' FROM identity.panel_user WHERE panel_user.id = $1 AND corporation.id = corporation_id`,
      [suspended.userId],
    );
    for (const stream of streams) {
      await stream.ended();
      expect(JSON.parse((await stream.next('end')).data)).toEqual({ reason: 'session' });
    }
    await waitUntil(() => stays.events.filter(({ type }) => type === 'beat').length > 1, { what: 'the stream that stays beats on' });
    expect(stays.endedAt).toBeUndefined();
  });

  it('does not keep an unused session alive', async () => {
    await listening();
    const seen = () =>
      panel.gateways.database.query('SELECT last_seen_at FROM identity.session WHERE user_id = $1', [user.userId]) as Promise<unknown[]>;
    await panel.gateways.database.query(`UPDATE identity.session SET last_seen_at = now() - interval '10 minutes' WHERE user_id = $1`, [
      user.userId,
    ]);
    const before = await seen();
    // As a browser reconnects by itself.
    await listening();
    const watched = await panel.newPage(corporationId);
    const beats = await listening(panel.url, watched.page.cookie);
    await request();
    await beats.change('loads');
    expect(await seen()).toEqual(before);
  });

  it('ends at SIGTERM and not only after the grace period, as does its process, and the next one repeats nothing', async () => {
    const drained = await panel.gateways.startProcess({ VIGIA_SHUTDOWN_GRACE_MS: '90000' });
    const stream = await listening(drained.url);
    const at = Date.now();
    const exit = drained.kill();
    expect((await stream.ended()) - at).toBeLessThan(30_000);
    expect(JSON.parse((await stream.next('end')).data)).toEqual({ reason: 'stopping' });
    await exit;
    expect(Date.now() - at).toBeLessThan(60_000);
    const next = await listening(other.url, page.cookie, stream.lastId);
    const id = await request();
    await next.change('loads', id);
    expect(next.changes.filter(({ what }) => what === 'loads')).toHaveLength(1);
  });

  it('loses no change when its replica is killed: the next replica reports it', async () => {
    const killed = await panel.gateways.startProcess();
    const stream = await listening(killed.url);
    await killed.kill('SIGKILL');
    await stream.ended();
    await request();
    const next = await listening(other.url, page.cookie, stream.lastId);
    expect(await next.change('loads')).toMatchObject({ what: 'loads' });
  });
});
