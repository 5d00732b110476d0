import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import { type Broker, Messages, Peers, twice } from '../src/index.js';
import { Opened } from './harness.js';
import { reservation, reserved, serveSample } from './sample-billing.js';
import { availableBrokers, type TestBroker } from './test-brokers.js';

const [{ start }] = availableBrokers as [(typeof availableBrokers)[number]];
const unavailable = { code: 'unavailable', status: 503 };

describe('a request to a peer', () => {
  let server: TestBroker;
  let opened: Opened;
  let owner: Broker;
  let peers: Peers;
  let count = 0;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    opened = new Opened(() => server.url, `peers${(count += 1)}`);
    owner = await opened.broker('billing');
    peers = new Peers(new Messages(await opened.broker('gateway')));
  });
  afterEach(() => opened.close());

  /** An owner that answers `unavailable` to the first request. */
  const serveUnwell = async () => {
    let asked = 0;
    const reserve = async () => {
      asked += 1;
      if (asked === 1) throw VigiaError.of('unavailable');
      return reserved;
    };
    opened.add(await serveSample(owner, { reserve }));
  };

  it('returns the reply of the owner', async () => {
    opened.add(await serveSample(owner));
    expect(await peers.ask('quota.reserve', reservation(), { timeoutMs: 30_000 })).toEqual(reserved);
    expect(await peers.askOrUnknown('quota.reserve', reservation(), { timeoutMs: 30_000 })).toEqual(reserved);
  });

  it('ends with 503 without a reply, or with `unknown` where the caller asks for that', async () => {
    await expect(peers.ask('quota.reserve', reservation(), { timeoutMs: 200 })).rejects.toMatchObject(unavailable);
    expect(await peers.askOrUnknown('quota.reserve', reservation(), { timeoutMs: 200 })).toBe('unknown');
  });

  it('is retried only as often as the caller says', async () => {
    await serveUnwell();
    await expect(peers.ask('quota.reserve', reservation(), { timeoutMs: 30_000 })).rejects.toMatchObject(unavailable);
    await opened.close();
    opened = new Opened(() => server.url, `peers${count}-again`);
    owner = await opened.broker('billing');
    peers = new Peers(new Messages(await opened.broker('gateway')));
    await serveUnwell();
    expect(await peers.ask('quota.reserve', reservation(), { timeoutMs: 30_000, ...twice })).toEqual(reserved);
  });

  it('ends with the refusal of the owner as it is', async () => {
    const reserve = async () => {
      throw VigiaError.of('not_found');
    };
    opened.add(await serveSample(owner, { reserve }));
    await expect(peers.ask('quota.reserve', reservation(), { ...twice, timeoutMs: 30_000 })).rejects.toMatchObject({ code: 'not_found' });
    await expect(peers.askOrUnknown('quota.reserve', reservation(), { timeoutMs: 30_000 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('ends with `unknown` or the outage itself while the broker is away', async () => {
    await server.down();
    expect(await peers.askOrUnknown('quota.reserve', reservation(), { timeoutMs: 30_000 })).toBe('unknown');
    await expect(peers.ask('quota.reserve', reservation())).rejects.toMatchObject({ name: 'BrokerUnavailableError' });
    await server.up();
  });
});
