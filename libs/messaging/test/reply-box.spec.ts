import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import type { Datastore } from '../src/broker/datastore.js';
import { ReplyBox } from '../src/replies/reply-box.js';

it('closes its relay when the broker does not take the address: a relay that came to life later would keep the pool open for ever', async () => {
  let isClosed = false;
  const relay = Object.assign(new EventEmitter(), {
    subscribe: () => Promise.reject(new Error('too many clients')),
    close: async () => {
      isClosed = true;
    },
  });
  const datastore = { openRelay: () => relay } as unknown as Datastore;
  await expect(ReplyBox.open(datastore, 'billing', () => {})).rejects.toThrow('cannot be reached');
  expect(isClosed).toBe(true);
});
