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

  const ensured = (user: Partial<User>, ids: Record<string, string> | undefined, password: string | null = 'kept') => {
    const users = new DemoUsers(gatewayWith(user), 'http://127.0.0.1', ids);
    return users.ensure(wanted, { email, password }).then((found) => ({ found, ids: users.ids }));
  };
  const ids = { [email]: 'here' };

  it.each([
    ['for this user', { ...ids }],
    ['by an earlier version, which kept no ids', undefined],
  ])('keeps the password that was written down %s', async (_how, given) => {
    expect(await ensured({}, given)).toEqual({ found: { email, password: 'kept' }, ids });
    expect(set).toEqual([]);
  });

  it.each([
    ['is that of the same email in another database', 'there', 'kept'],
    ['was deactivated at the start before', 'here', null],
  ])('gets a new password if the kept user %s', async (_which, userId, password) => {
    const { found, ...after } = await ensured({}, { [email]: userId }, password);
    expect(found).toEqual({ email, password: expect.stringMatching(/^[\w-]{16}$/) });
    expect(set).toEqual([{ token: 'a token', newPassword: found.password }]);
    expect(after).toEqual({ ids });
  });

  it('has no password while deactivated', async () => {
    expect(await ensured({ active: false }, { ...ids })).toEqual({ found: { email, password: null }, ids });
  });
});
