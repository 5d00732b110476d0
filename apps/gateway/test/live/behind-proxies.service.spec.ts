import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@vigia/local-servers';
import { signedIn, startProxy, type PanelClient, type Proxy, type ServiceProcess, type TestUser } from '@vigia/testing';
import { openPanel, type Panel } from '../panel/open-panel.js';
import { EventStream } from './event-stream.js';

const live = '/panel/v1/live';

describe('the stream of live changes behind a proxy', () => {
  let panel: Panel;
  let replicas: ServiceProcess[];
  let user: TestUser;
  let corporationId: string;
  const proxies: Proxy[] = [];

  beforeAll(async () => {
    panel = await openPanel();
    replicas = await Promise.all([startReplica(await freePort()), startReplica(await freePort())]);
  });
  afterAll(async () => {
    for (const proxy of proxies) proxy.close();
    await panel?.stop();
  });
  beforeEach(async () => {
    corporationId = await panel.newCorporation();
    user = await panel.newUser(corporationId, 'member');
  });

  const through = async (options?: Parameters<typeof startProxy>[1]): Promise<{ proxy: Proxy; page: PanelClient }> => {
    const proxy = await startProxy(
      replicas.map(({ url }) => url),
      options,
    );
    proxies.push(proxy);
    return { proxy, page: await signedIn(proxy.url, user) };
  };
  const listening = async ({ proxy, page }: Awaited<ReturnType<typeof through>>, lastId?: string) => {
    const stream = await EventStream.open(proxy.url, String(page.cookie), lastId);
    await stream.next('beat');
    return stream;
  };
  const startReplica = (port: number) => panel.gateways.startProcess({ VIGIA_PORT: String(port) });
  const replicaOf = (proxy: Proxy) => replicas.findIndex(({ url }) => url === proxy.servedBy(live));

  /** Writes a request as the loader does. */
  async function request(): Promise<string> {
    const id = randomUUID();
    await panel.gateways.database.query(
      `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
       VALUES ($1, $2, 'RUC', 'monitoring', 'loading', 1, 'test')`,
      [id, corporationId],
    );
    return id;
  }

  it('passes a balancer change by change, whichever replica serves it', async () => {
    const way = await through();
    const streams = [await listening(way), await listening(way)];
    for (const id of [await request(), await request()])
      for (const stream of streams) expect(await stream.change('loads', id)).toMatchObject({ what: 'loads', id });
    for (const stream of streams) stream.leave();
  });

  it('is held back by a proxy that waits for the end, while other calls are answered', async () => {
    const { proxy, page } = await through({ holdsBack: true });
    const leaving = new AbortController();
    const opened = fetch(`${proxy.url}${live}`, { headers: { cookie: String(page.cookie) }, signal: leaving.signal }).then(
      () => 'answered',
      () => 'left',
    );
    const id = await request();
    expect((await page.get('/loads')).body.loads).toEqual([expect.objectContaining({ requestId: id })]);
    leaving.abort();
    expect(await opened).toBe('left');
  });

  it('continues at the other replica when its own is drained or killed, and misses nothing', async () => {
    const way = await through();
    const ways = [
      { signal: 'SIGTERM', told: ['{"reason":"stopping"}'] },
      { signal: 'SIGKILL', told: [] },
    ] as const;
    for (const { signal, told } of ways) {
      const stream = await listening(way);
      const place = replicaOf(way.proxy);
      const { url } = replicas[place]!;
      await replicas[place]!.kill(signal);
      await stream.ended();
      expect(stream.events.filter(({ type }) => type === 'end').map(({ data }) => data)).toEqual(told);
      await request();
      const again = await listening(way, stream.lastId);
      expect(way.proxy.servedBy(live)).not.toBe(url);
      expect(await again.change('loads')).toMatchObject({ what: 'loads' });
      again.leave();
      replicas[place] = await startReplica(Number(new URL(url).port));
    }
  });
});
