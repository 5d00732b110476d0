import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { DatabaseError } from 'pg';
import { BrokerUnavailableError, reach, refusalOf, startFault } from '../src/datastore/reach.js';

const word = 'WRONGPASS invalid username-password pair or user is disabled.';

it.each([
  ['a cluster', Object.assign(new Error('Failed to refresh slots cache.'), { lastNodeError: new Error(word) })],
  ['sentinels', new Error(`All sentinels are unreachable. Retrying from scratch after 200ms. Last error: ${word}`)],
])('a refusal of the password by %s is reported even if the command itself timed out', (_by, reported) => {
  const fault = startFault('redis+cluster://:secret@127.0.0.1:6379', new Error('no answer within 10000 ms'), reported);
  expect(fault.message).toBe('the broker at redis+cluster://127.0.0.1:6379 refuses the password (WRONGPASS)');
  expect(fault.cause).toBeUndefined();
});

it.each([
  ["OOM command not allowed when used memory > 'maxmemory'. script: 3f0c1b, on @user_script:12.", 'has no memory left (OOM)'],
  ['MISCONF Errors writing to the AOF file: No space left on device', 'cannot write to its disk (MISCONF)'],
])('an error of the broker is translated: %s', (message, told) => {
  expect(new BrokerUnavailableError(new Error(message)).message).toBe(`the broker ${told}`);
});

it.each([
  ['3D000', 'database "vigia" does not exist'],
  ['42501', 'permission denied for schema bullmq'],
])('an answer of PostgreSQL is reported with its code: %s', (code, message) => {
  const answer = Object.assign(new DatabaseError(message, 0, 'error'), { code });
  for (const error of [answer, new BrokerUnavailableError(answer)]) {
    const fault = startFault('postgres://me:secret@h/vigia', error);
    expect(fault.message).toBe(`the broker at postgres://h/vigia refuses: ${message} (${code})`);
    expect(fault.cause).toBeUndefined();
  }
});

it.each([
  ['25006', 'accepts no writes'],
  ['53100', 'has no disk space left'],
  ['53200', 'has no memory left'],
  ['53300', 'has no connections left'],
])('a server that lacks something has answered: %s', (code, told) => {
  const answer = Object.assign(new DatabaseError('sorry', 0, 'error'), { code });
  expect(new BrokerUnavailableError(answer).message).toBe(`the broker ${told} (${code})`);
  expect(startFault('postgres://h/vigia', new BrokerUnavailableError(answer)).message).toBe(
    `the broker at postgres://h/vigia ${told} (${code})`,
  );
});

it('an unknown error is reported as a broker that cannot be reached', () => {
  const cause = new Error('connect ECONNREFUSED');
  expect(startFault('redis://h:6379', cause)).toMatchObject({ message: 'the broker at redis://h:6379 cannot be reached', cause });
  expect(refusalOf(new Error('READONLY You can not write against a read only replica.'))).toBeUndefined();
});

it('an answer that arrives in time counts, even if the process has no time to read it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [broker] = await accepted;
  try {
    const answer = reach(once(client, 'data'), 30);
    broker.write('answer');
    const startedAt = performance.now();
    while (performance.now() - startedAt < 100);
    expect(String(await answer)).toBe('answer');
    await expect(reach(once(client, 'data'), 30)).rejects.toThrow('the broker cannot be reached');
  } finally {
    client.destroy();
    broker.destroy();
    server.close();
  }
});
