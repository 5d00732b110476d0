import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { networkResolver } from '../src/resolve.js';

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

describe('the resolver', () => {
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
