import { expect, it } from '@jest/globals';
import type { Datastore } from '../src/broker/datastore.js';
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
