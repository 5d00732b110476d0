import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '@vigia/contracts';
import { sealSecret, type Messages } from '@vigia/messaging';
import { DemoUsers } from '../src/demo-users.js';

const email = 'operador@demo.example';
const wanted = { corporationId: null, role: 'operator', email } as const;

/** A gateway whose one user is known, and which invites this user. */
function gatewayWith(user: Partial<User>): Messages {
  const known = { userId: 'here', email, active: true, ...user };
  const request = async (name: string, { sealTo = '' }: { sealTo?: string }) =>
    name === 'users.list' ? { users: [known] } : { user: known, sealedToken: await sealSecret('a token', sealTo), expiresAt: '' };
  return { request } as unknown as Messages;
}

describe('a user of the demonstration', () => {
  const set: { token: string; newPassword: string }[] = [];

  beforeEach(() => {
    mock.method(globalThis, 'fetch', async (_url: string, { body }: { body: string }) => {
      set.push(JSON.parse(body) as { token: string; newPassword: string });
      return new Response();
    });
  });

  afterEach(() => {
    mock.restoreAll();
    set.length = 0;
  });

  it('keeps the password that was written down for this user', async () => {
    const kept = { userId: 'here', email, password: 'kept' };
    expect(await new DemoUsers(gatewayWith({}), 'http://127.0.0.1').ensure(wanted, kept)).toEqual(kept);
    expect(set).toEqual([]);
  });

  it.each([
    ['is that of the same email in another database', { userId: 'there', email, password: 'kept' }],
    ['was written down without an id by an earlier version', { email, password: 'kept' }],
    ['was deactivated at the start before', { userId: 'here', email, password: null }],
  ])('gets a new password if the kept user %s', async (_which, kept) => {
    const user = await new DemoUsers(gatewayWith({}), 'http://127.0.0.1').ensure(wanted, kept);
    expect(user).toEqual({ userId: 'here', email, password: expect.stringMatching(/^[\w-]{16}$/) });
    expect(set).toEqual([{ token: 'a token', newPassword: user.password }]);
  });

  it('has no password while deactivated', async () => {
    const kept = { userId: 'here', email, password: 'kept' };
    const user = await new DemoUsers(gatewayWith({ active: false }), 'http://127.0.0.1').ensure(wanted, kept);
    expect(user).toEqual({ userId: 'here', email, password: null });
  });
});
