import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import type { Datastore } from '../src/datastore/datastore.js';
import { ReplyBox } from '../src/replies/reply-box.js';

it('ReplyBox.open closes its postbox when the broker refuses the address, so that the pool does not stay open', async () => {
  let isClosed = false;
  const postbox = {
    address: 'billing',
    open: () => Promise.reject(new Error('too many clients')),
    close: async () => {
      isClosed = true;
    },
  };
  const datastore = { openPostbox: () => postbox } as unknown as Datastore;
  await expect(ReplyBox.open(datastore, 'billing', () => {})).rejects.toThrow('cannot be reached');
  expect(isClosed).toBe(true);
});

it('takes a reply that arrives in time, even if the process has no time to read it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [broker] = await accepted;
  const postbox = {
    address: 'billing',
    open: async (take: (mail: unknown) => void) => void client.on('data', (mail) => take(JSON.parse(String(mail)))),
    close: async () => {},
  };
  let lateReplies = 0;
  const late = () => {
    lateReplies += 1;
    return new Error('late');
  };
  try {
    const box = await ReplyBox.open({ openPostbox: () => postbox } as unknown as Datastore, 'billing', () => {});
    const expected = box.expect('1', 30, late);
    const reply = { kind: 'answer', id: '1', value: 'done' };
    broker.write(JSON.stringify(reply));
    const startedAt = performance.now();
    while (performance.now() - startedAt < 100);
    expect(await expected.reply).toEqual(reply);
    expected.forget();
    await new Promise(setImmediate);
    expect(lateReplies).toBe(0);
    await expect(box.expect('2', 30, late).reply).rejects.toThrow('late');
    await box.close();
  } finally {
    client.destroy();
    broker.destroy();
    server.close();
  }
});
