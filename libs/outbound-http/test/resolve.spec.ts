import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { networkResolver, systemResolver } from '../src/resolve.js';

const [ipv4, ipv6] = [1, 28];
const known: Record<number, Buffer> = {
  [ipv4]: Buffer.from([203, 0, 113, 7]),
  [ipv6]: Buffer.from('20010db8000000000000000000000007', 'hex'),
};

/** The answer of the name server: both addresses of `both.example`, only IPv4 of `four.example`, no answer for `silent.example`. */
function answerTo(query: Buffer): Buffer | undefined {
  const end = query.indexOf(0, 12);
  const labels = query.subarray(12, end).toString('latin1');
  const type = query.readUInt16BE(end + 1);
  if (labels.includes('silent')) return undefined;
  const address = labels.includes('both') || (labels.includes('four') && type === ipv4) ? known[type] : undefined;
  const isUnknown = labels.includes('unknown');
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(isUnknown ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(address ? 1 : 0, 6);
  head.fill(0, 8);
  const question = query.subarray(12, end + 5);
  if (!address) return Buffer.concat([head, question]);
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length]);
  return Buffer.concat([head, question, record, address]);
}

describe('the resolver of receivers', () => {
  const servers: Socket[] = [];
  let resolve: ReturnType<typeof networkResolver>;
  const asked: string[] = [];

  async function startServer(answerOf: (query: Buffer) => Buffer | undefined): Promise<string> {
    const server = createSocket('udp4', (query, { port, address }) => {
      asked.push(query.subarray(12, query.indexOf(0, 12)).toString('latin1'));
      const answer = answerOf(query);
      if (answer) server.send(answer, port, address);
    });
    servers.push(server.bind(0, '127.0.0.1'));
    await once(server, 'listening');
    return `127.0.0.1:${server.address().port}`;
  }

  beforeAll(async () => {
    resolve = networkResolver([await startServer(answerTo)]);
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  it('asks for both families of addresses, and one answer is enough', async () => {
    expect(await resolve('both.example')).toEqual(['203.0.113.7', '2001:db8::7']);
    expect(await resolve('four.example')).toEqual(['203.0.113.7']);
  });

  it('waits for the IPv4 addresses, which a machine without a route for IPv6 needs', async () => {
    let questions = 0;
    const lateAnswer = (query: Buffer) => {
      const isLate = query.readUInt16BE(query.indexOf(0, 12) + 1) === ipv4 && (questions += 1) < 2;
      return isLate ? undefined : answerTo(query);
    };
    const resolveLate = networkResolver([await startServer(lateAnswer)]);
    expect(await resolveLate('both.example')).toEqual(['203.0.113.7', '2001:db8::7']);
  });

  it('does not wait for IPv6 addresses until all questions for them are asked', async () => {
    let questions = 0;
    const lateAnswer = (query: Buffer) => {
      const isLate = query.readUInt16BE(query.indexOf(0, 12) + 1) === ipv6 && (questions += 1) < 4;
      return isLate ? undefined : answerTo(query);
    };
    const resolveLate = networkResolver([await startServer(lateAnswer), await startServer(lateAnswer)]);
    expect(await resolveLate('both.example')).toEqual(['203.0.113.7']);
  });

  it('asks once more for what the name server could not find, and no more', async () => {
    const failing = (times: number) => {
      let questions = 0;
      return (query: Buffer) => {
        const answer = answerTo(query)!;
        const isIpv4 = query.readUInt16BE(query.indexOf(0, 12) + 1) === ipv4;
        if (isIpv4 && (questions += 1) <= times) answer.writeUInt16BE(0x8182, 2);
        return answer;
      };
    };
    const resolverOf = async (times: number) => networkResolver([await startServer(failing(times))]);
    expect(await (await resolverOf(1))('four.example')).toEqual(['203.0.113.7']);
    await expect((await resolverOf(2))('four.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });

  it('reports an unknown name and a name without addresses', async () => {
    await expect(resolve('unknown.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolve('none.example')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('resolves a name while many other names get no answer', async () => {
    const ended: string[] = [];
    const silent = Array.from({ length: 50 }, (_, i) => resolve(`silent-${i}.example`).catch((error) => ended.push(error.code)));
    expect(await resolve('both.example')).toContain('203.0.113.7');
    await Promise.all(silent);
    expect(new Set(ended)).toEqual(new Set(['ETIMEOUT']));
    expect(new Set(asked.filter((name) => name.includes('silent'))).size).toBe(50);
  });
});

describe('the resolver of the system', () => {
  /** Two threads, as in a process. A name with `silent` holds one until the test gives up on it. */
  class Threads {
    readonly begun: string[] = [];
    private readonly waiting: (() => void)[] = [];
    private readonly silent: (() => void)[] = [];
    private free = 2;

    lookUp = async (hostname: string): Promise<string[]> => {
      if (this.free === 0) await new Promise<void>((enter) => this.waiting.push(enter));
      this.free -= 1;
      this.begun.push(hostname);
      try {
        if (!hostname.includes('silent')) return ['203.0.113.7'];
        await new Promise<void>((end) => this.silent.push(end));
        throw Object.assign(new Error(hostname), { code: 'EAI_AGAIN' });
      } finally {
        this.free += 1;
        this.waiting.shift()?.();
      }
    };

    /** The look-ups that hold a thread fail, as they do after some seconds. */
    giveUp(): void {
      for (const end of this.silent.splice(0)) end();
    }
  }

  it('looks a name up once, however many calls wait for it, and other names meanwhile', async () => {
    const threads = new Threads();
    const resolve = systemResolver(threads.lookUp);
    const silent = Promise.allSettled(Array.from({ length: 10 }, () => resolve('silent.example')));
    const known = resolve('known.example');
    await turn();
    expect(threads.begun).toEqual(['silent.example', 'known.example']);
    expect(await known).toEqual(['203.0.113.7']);
    threads.giveUp();
    expect(new Set((await silent).map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('leaves a thread to other names, however many names get no answer', async () => {
    const threads = new Threads();
    const resolve = systemResolver(threads.lookUp);
    const names = ['silent-1.example', 'silent-2.example', 'silent-3.example'];
    const askAll = () => Promise.allSettled(names.map(resolve));
    const giveUpAll = async (asked: Promise<unknown>) => {
      for (let given = 0; given < names.length; given += 1) {
        threads.giveUp();
        await turn();
      }
      await asked;
    };
    await giveUpAll(askAll());
    const again = askAll();
    const known = resolve('known.example');
    await turn();
    expect(threads.begun.slice(names.length).toSorted()).toEqual(['known.example', 'silent-1.example']);
    expect(await known).toEqual(['203.0.113.7']);
    await giveUpAll(again);
    expect(threads.begun).toHaveLength(2 * names.length + 1);
  });

  it('looks a name up again, after a failure as after an answer', async () => {
    const answers = [Promise.reject(new Error('not yet')), Promise.resolve(['203.0.113.7']), Promise.resolve(['203.0.113.8'])];
    const resolve = systemResolver(() => answers.shift()!);
    await expect(resolve('late.example')).rejects.toThrow('not yet');
    expect(await resolve('late.example')).toEqual(['203.0.113.7']);
    expect(await resolve('late.example')).toEqual(['203.0.113.8']);
  });
});
