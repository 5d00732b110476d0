import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { holdLock, withinLockPatience } from '@vigia/testing';
import { RunningDispatcher } from './running/running-dispatcher.js';

const url = 'http://127.0.0.1:9/hook';
const oauth = { tokenUrl: 'http://127.0.0.1:9/token', clientId: 'client', audience: null, scope: 'all' };

describe('an edit of a configuration as its sender saw it', () => {
  const corporationId = randomUUID();
  let dispatcher: RunningDispatcher;
  let configurationId: string;
  let seen: string;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start();
  });
  afterAll(() => dispatcher?.stop());
  beforeEach(async () => {
    const created = await dispatcher.create(corporationId, { url, name: 'Uno', active: false, headers: '{"X-Key":"uno"}' });
    ({ configurationId, updatedAt: seen } = created);
  });

  const edit = async (changes: object, expectedUpdatedAt = seen) =>
    (await dispatcher.ask('webhooks.edit', { corporationId, configurationId, expectedUpdatedAt, changes })).configuration;
  const stored = async () =>
    (await dispatcher.ask('webhooks.list', { corporationId })).configurations.find((one) => one.configurationId === configurationId)!;
  const refused = { code: 'webhook_changed' };

  it('is made once when two people save at the same time, and then on what the first has saved', async () => {
    const saved = await withinLockPatience(async () => {
      const { updatedAt } = await stored();
      const held = await holdLock(dispatcher.database, 'SELECT FROM webhooks.configuration WHERE id = $1 FOR UPDATE', [configurationId]);
      const edits = Promise.allSettled(['De Ana', 'De Eva'].map((name) => edit({ name }, updatedAt)));
      await Promise.race([held.untilWaitedFor(2), edits]);
      await held.release();
      const outcomes = await edits;
      const givenUp = outcomes.find((one) => one.status === 'rejected' && one.reason.code === 'unavailable');
      if (givenUp?.status === 'rejected') throw givenUp.reason;
      return outcomes;
    });
    expect(saved.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: refused }]);
    const [first] = saved.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect((await stored()).name).toBe(first!.name);
    expect(await edit({ name: 'De Luz' }, first!.updatedAt)).toMatchObject({ name: 'De Luz' });
  });

  it('is made when it names the instant in another way, and nothing has changed', async () => {
    const inLima = `${new Date(Date.parse(seen) - 5 * 3_600_000).toISOString().slice(0, -1)}-05:00`;
    expect(await edit({ name: 'Dos' }, inLima)).toMatchObject({ name: 'Dos' });
  });

  it('is recognized when it is repeated because its answer was lost, also after an edit of something else', async () => {
    const changes = {
      name: 'Dos',
      url: 'http://127.0.0.1:9/otro',
      active: true,
      sealedHeaders: await dispatcher.sealed('{"X-Key":"dos"}'),
      oauth: await dispatcher.sealedOAuth({ ...oauth, clientSecret: 'canary-client' }),
    };
    const made = await edit(changes);
    expect(made).toMatchObject({ name: 'Dos', active: true, oauth });
    expect(await edit(changes)).toEqual(made);
    const { updatedAt } = await edit({ description: 'de otra persona' }, made.updatedAt);
    expect(await edit(changes)).toEqual({ ...made, description: 'de otra persona', updatedAt });
    await edit({ active: false }, updatedAt);
    await expect(edit(changes)).rejects.toMatchObject(refused);
    expect(await stored()).toMatchObject({ name: 'Dos', active: false });
  });

  it.each<[string, () => Promise<object>]>([
    ['a name', async () => ({ name: 'Dos' })],
    ['an address', async () => ({ url: 'http://127.0.0.1:9/otro' })],
    ['headers', async () => ({ sealedHeaders: await dispatcher.sealed('{"X-Key":"dos"}') })],
    ['no headers', async () => ({ sealedHeaders: null })],
    ['a client secret', async () => ({ oauth: await dispatcher.sealedOAuth({ ...oauth, clientSecret: 'dos' }) })],
    ['a client id', async () => ({ oauth: await dispatcher.sealedOAuth({ ...oauth, clientId: 'dos', clientSecret: 'uno' }) })],
    ['no OAuth', async () => ({ oauth: null })],
    ['its switch', async () => ({ active: true })],
  ])('is no repetition when it gives %s that the configuration does not have, and is refused', async (_what, changes) => {
    await edit({ oauth: await dispatcher.sealedOAuth({ ...oauth, clientSecret: 'uno' }) });
    const before = await stored();
    await expect(edit(await changes())).rejects.toMatchObject(refused);
    expect(await stored()).toEqual(before);
  });

  it('is refused after every edit and change of secrets, because each of them is dated a millisecond later at least', async () => {
    const [row] = await dispatcher.database.query<{ updatedAt: Date }>(
      `UPDATE webhooks.configuration SET updated_at = now() + interval '1 hour' WHERE id = $1 RETURNING updated_at AS "updatedAt"`,
      [configurationId],
    );
    const after = (milliseconds: number) => new Date(row!.updatedAt.getTime() + milliseconds).toISOString();
    expect((await edit({ name: 'Dos' }, after(0))).updatedAt).toBe(after(1));
    await expect(edit({ name: 'Tres' }, after(0))).rejects.toMatchObject(refused);
    await dispatcher.secretOf(corporationId, configurationId).prepare();
    expect((await stored()).updatedAt).toBe(after(2));
    await expect(edit({ name: 'Tres' }, after(1))).rejects.toMatchObject(refused);
  });
});
