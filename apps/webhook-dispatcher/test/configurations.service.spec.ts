import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sampleDocument, summaryExample } from '@vigia/contracts';
import { secretEnvelope } from '@vigia/messaging';
import { parseKeyRing } from '@vigia/service-kit';
import { untilAnswered, waitUntil } from '@vigia/testing';
import { Vault } from '../src/secrets/vault.js';
import { startReceiver, stopReceivers } from './running/receiver.js';
import { newMasterKey, RunningDispatcher } from './running/running-dispatcher.js';

const url = 'http://127.0.0.1:9/hook';
const token = { tokenUrl: 'http://127.0.0.1:9/token', clientId: 'client', audience: null, scope: 'all' };
const oauth = { ...token, clientSecret: 'canary-client' };

describe('a configuration', () => {
  const oldKey = newMasterKey('k1');
  let dispatcher: RunningDispatcher;
  let corporationId: string;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start({ VIGIA_WEBHOOK_KEYS: oldKey });
  });
  afterAll(() => dispatcher?.stop());
  afterEach(stopReceivers);
  beforeEach(() => {
    corporationId = randomUUID();
  });

  const list = async () => (await dispatcher.ask('webhooks.list', { corporationId })).configurations;
  const edit = (configurationId: string, changes: object) => dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes });

  it('shows its secret key once, and never another secret', async () => {
    const { secretKey, ...created } = await dispatcher.create(corporationId, {
      url,
      name: 'Uno',
      headers: '{"X-Key":"canary-header"}',
      oauth,
    });
    expect(secretKey).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await list()).toEqual([{ ...created, active: true, headerNames: ['X-Key'], oauth: token }]);
    const dump = JSON.stringify(await dispatcher.database.query('SELECT * FROM webhooks.configuration'));
    for (const secret of [secretKey, 'canary-header', 'canary-client']) expect(dump).not.toContain(secret);
  });

  it('is the same when its creation is repeated', async () => {
    const envelope = await secretEnvelope();
    const given = { corporationId, configurationId: randomUUID(), sealTo: envelope.sealTo, name: null, url, description: null };
    const settings = { payloadVersion: 'v1' as const, standardHeaders: false, active: true, sealedHeaders: null, oauth: null };
    const replies = [];
    for (let i = 0; i < 4; i += 1) replies.push(await dispatcher.ask('webhooks.create', { ...given, ...settings }));
    const keys = await Promise.all(replies.map(({ sealedSecretKey }) => envelope.open(sealedSecretKey)));
    expect(new Set(keys).size).toBe(1);
    expect(await list()).toHaveLength(1);
    await expect(dispatcher.ask('webhooks.create', { ...given, ...settings, corporationId: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  const createPatiently = (given: object = {}) => untilAnswered(() => dispatcher.create(corporationId, { url, ...given }));

  it('is one of twenty per corporation at most, even with concurrent creations', async () => {
    const given = { corporationId, configurationId: randomUUID(), name: null, url, description: null };
    const settings = { payloadVersion: 'v1' as const, standardHeaders: false, active: false, sealedHeaders: null, oauth: null };
    const first = async () => dispatcher.ask('webhooks.create', { ...given, ...settings, sealTo: (await secretEnvelope()).sealTo });
    await first();
    const results = await Promise.allSettled(Array.from({ length: 25 }, () => createPatiently({ active: false })));
    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as object);
    expect(refused).toHaveLength(6);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'webhooks_full', params: { most: 20 } });
    await first();
    expect(await list()).toHaveLength(20);
    expect(await dispatcher.create(randomUUID(), { url })).toMatchObject({ configurationId: expect.any(String) });
  });

  it('takes one of three active slots, even with concurrent creations', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => createPatiently()));
    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => (reason as { code: string }).code);
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'webhook_places_taken'));
    const resting = await dispatcher.create(corporationId, { url, active: false });
    await expect(edit(resting.configurationId, { active: true })).rejects.toMatchObject({ code: 'webhook_places_taken' });
    const [first] = await list();
    await edit(first!.configurationId, { active: false });
    await edit(resting.configurationId, { active: true });
    expect((await list()).filter(({ active }) => active)).toHaveLength(3);
    await dispatcher.create(randomUUID(), { url });
    const insertTaken = `INSERT INTO webhooks.configuration SELECT (jsonb_populate_record(configuration, '{"id":"${randomUUID()}"}')).* FROM webhooks.configuration WHERE corporation_id = $1 AND active_place = 1`;
    await expect(dispatcher.database.query(insertTaken, [corporationId])).rejects.toThrow('active_place');
  });

  it('keeps what an edit leaves out, and its client secret if that is blank', async () => {
    const { configurationId } = await dispatcher.create(corporationId, { url, name: 'Uno', headers: '{"X-Key":"v"}', oauth });
    const sealed = async () =>
      (
        await dispatcher.database.query<{ secret: string }>(
          'SELECT sealed_client_secret AS secret FROM webhooks.configuration WHERE id = $1',
          [configurationId],
        )
      )[0]!.secret;
    await edit(configurationId, { description: 'nueva', payloadVersion: 'v2' });
    const { configuration } = await edit(configurationId, {
      oauth: await dispatcher.sealedOAuth({ ...oauth, clientSecret: '', scope: null }),
    });
    expect(configuration).toMatchObject({
      name: 'Uno',
      description: 'nueva',
      payloadVersion: 'v2',
      headerNames: ['X-Key'],
      oauth: { scope: null },
    });
    expect(await sealed()).not.toBeNull();
    const off = await edit(configurationId, { oauth: null, sealedHeaders: null, name: null });
    expect(off.configuration).toMatchObject({ name: null, oauth: null, headerNames: [] });
    expect(await sealed()).toBeNull();
    await expect(edit(configurationId, { oauth: token })).rejects.toMatchObject({ message: 'OAuth 2.0 needs a client secret' });
  });

  it('sends stored headers and its client secret to no other server: they must be given again', async () => {
    const { configurationId } = await dispatcher.create(corporationId, { url, headers: '{"X-Key":"v"}', oauth });
    const [elsewhere, tokensElsewhere] = ['http://127.0.0.1:10/hook', 'http://127.0.0.1:10/token'];
    const blank = (tokenUrl: string) => dispatcher.sealedOAuth({ ...oauth, tokenUrl, clientSecret: '' });
    const sealedHeaders = await dispatcher.sealed('{"X-Key":"w"}');
    const refusals: [object, object][] = [
      [{ oauth: await blank(tokensElsewhere) }, { field: 'tokenUrl', rule: 'secretAgain' }],
      [{ oauth: { ...token, tokenUrl: tokensElsewhere } }, { field: 'tokenUrl', rule: 'secretAgain' }],
      [{ url: elsewhere }, { field: 'url', rule: 'headersAgain' }],
      [
        { url: elsewhere, sealedHeaders },
        { field: 'url', rule: 'secretAgain' },
      ],
      [
        { url: elsewhere, sealedHeaders, oauth: await blank(token.tokenUrl) },
        { field: 'url', rule: 'secretAgain' },
      ],
    ];
    for (const [changes, params] of refusals)
      await expect(edit(configurationId, changes)).rejects.toMatchObject({ code: 'bad_request', params });
    expect(await list()).toMatchObject([{ url, oauth: token }]);

    const near = { url: `${url}/2`, oauth: await blank(`${token.tokenUrl}/2`) };
    expect((await edit(configurationId, near)).configuration).toMatchObject({ url: near.url, oauth: { tokenUrl: near.oauth.tokenUrl } });
    const given = { url: elsewhere, sealedHeaders, oauth: await dispatcher.sealedOAuth({ ...oauth, tokenUrl: tokensElsewhere }) };
    expect((await edit(configurationId, given)).configuration).toMatchObject({ url: elsewhere, oauth: { tokenUrl: tokensElsewhere } });
    expect((await edit(configurationId, { url, sealedHeaders: null, oauth: null })).configuration).toMatchObject({ url, headerNames: [] });
  });

  it.each([
    [{ url: 'nonsense' }, 'url: this is not an absolute URL'],
    [{ url: 'http://10.0.0.1/hook' }, 'url: the URL names an IP address; use a host name'],
    [{ url: 'ftp://receiver.example/' }, 'url: the URL does not start with https://'],
    [{ url, headers: '{"Host":"x"}' }, 'the header Host is reserved'],
    [{ url, headers: '{"Cookie":"x"}' }, 'the header Cookie is reserved'],
    [{ url, headers: 'x' }, 'the headers must be a JSON object'],
    [{ url, headers: '{"Authorization":"x"}', oauth }, 'the header Authorization is set by OAuth 2.0'],
    [{ url, oauth: { ...oauth, tokenUrl: 'http://10.0.0.1/token' } }, 'tokenUrl: the URL names an IP address; use a host name'],
  ])('is refused if no delivery could be made with it: %j', async (given, message) => {
    await expect(dispatcher.create(corporationId, given)).rejects.toMatchObject({ code: 'bad_request', message });
    expect(await list()).toEqual([]);
  });

  it('is refused for an address with the field and the rule, so that a page can word the refusal', async () => {
    for (const [given, params] of [
      [{ url: 'ftp://receiver.example/' }, { field: 'url', rule: 'scheme' }],
      [
        { url, oauth: { ...oauth, tokenUrl: 'https://10.0.0.1/token' } },
        { field: 'tokenUrl', rule: 'ipAddress' },
      ],
    ] as const)
      await expect(dispatcher.create(corporationId, given)).rejects.toMatchObject({ code: 'bad_request', params });
  });

  it('keeps headers that an earlier rule allowed until they are set again, even when it is switched off', async () => {
    const { configurationId } = await dispatcher.create(corporationId, { url, headers: '{"X-Key":"v"}' });
    const vault = new Vault({ masterKeys: parseKeyRing(oldKey) });
    const sealed = vault.seal('{"Cookie":"a=b"}', 'sealed_headers', { id: configurationId, corporationId });
    await dispatcher.database.query('UPDATE webhooks.configuration SET sealed_headers = $2 WHERE id = $1', [configurationId, sealed]);
    const { configuration } = await edit(configurationId, { active: false, name: 'Dos' });
    expect(configuration).toMatchObject({ active: false, name: 'Dos', headerNames: ['Cookie'] });
    for (const changes of [
      { sealedHeaders: await dispatcher.sealed('{"cookie":"a=b"}') },
      { oauth: await dispatcher.sealedOAuth(oauth) },
    ]) {
      await expect(edit(configurationId, changes)).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/the header cookie is reserved/i),
      });
    }
  });

  it('keeps an address that an earlier rule allowed, even when switched off, until it is set again or switched on', async () => {
    const { configurationId } = await dispatcher.create(corporationId, { url, oauth });
    await dispatcher.database.query(
      `UPDATE webhooks.configuration SET url = 'ftp://receiver.example/', oauth = oauth || '{"tokenUrl":"ftp://tokens.example/"}' WHERE id = $1`,
      [configurationId],
    );
    const { configuration } = await edit(configurationId, { active: false, name: 'Dos' });
    expect(configuration).toMatchObject({ active: false, name: 'Dos', url: 'ftp://receiver.example/' });
    const refusal = { code: 'bad_request', message: 'url: the URL does not start with https://' };
    for (const changes of [{ active: true }, { url: 'ftp://receiver.example/' }])
      await expect(edit(configurationId, changes)).rejects.toMatchObject(refusal);
    await expect(edit(configurationId, { url, active: true })).rejects.toMatchObject({
      message: 'tokenUrl: the URL does not start with https://',
    });
    expect((await edit(configurationId, { url, oauth: null, active: true })).configuration).toMatchObject({ active: true, url });
  });

  it('is invisible to other corporations', async () => {
    const { configurationId } = await dispatcher.create(corporationId, { url });
    const other = randomUUID();
    await expect(
      dispatcher.ask('webhooks.edit', { corporationId: other, configurationId, changes: { active: false } }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(dispatcher.ask('webhooks.test', { corporationId: other, configurationId })).rejects.toMatchObject({ code: 'not_found' });
    expect(await dispatcher.ask('webhooks.list', { corporationId: other })).toEqual({ configurations: [] });
  });

  it('can be tested before it is active, which is recorded and changes no health figure', async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const { configurationId } = await dispatcher.create(corporationId, { url: receiver.url, active: false });
    const { triggerId } = await dispatcher.ask('webhooks.test', { corporationId, configurationId });
    const { delivery, attempts } = await dispatcher.closed(corporationId, triggerId);
    expect([delivery.state, attempts.length]).toEqual(['FAILED', 1]);
    expect(await dispatcher.event(corporationId, triggerId)).toMatchObject({ isTest: true });
    expect(await list()).toMatchObject([{ health: { failuresInRow: 0 }, lastDay: { failed: 0 } }]);
  });

  it('can be checked by a preflight, which leaves no trace', async () => {
    const receiver = await startReceiver();
    const tried = async (address: string) => {
      const { configurationId } = await dispatcher.create(corporationId, { url: address, active: false });
      return (await dispatcher.ask('webhooks.preflight', { corporationId, configurationId })).steps.map(({ step, ok }) => [step, ok]);
    };
    expect(await tried(receiver.url)).toEqual([
      ['address', true],
      ['answer', true],
    ]);
    expect(await tried(url)).toEqual([['address', false]]);
    expect(await dispatcher.ask('events.list', { corporationId, limit: 5 })).toEqual({ events: [] });
  });

  it('gives each preflight and each test its own webhook-id', async () => {
    const receiver = await startReceiver();
    const { configurationId } = await dispatcher.create(corporationId, { url: receiver.url, active: false, standardHeaders: true });
    for (const message of ['webhooks.preflight', 'webhooks.preflight', 'webhooks.test', 'webhooks.test'] as const)
      await dispatcher.ask(message, { corporationId, configurationId });
    await waitUntil(() => receiver.received.length === 4);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  });

  it.each(['v1', 'v2'] as const)('sends the whole sample profile to try a receiver, in %s', async (payloadVersion) => {
    const receiver = await startReceiver();
    const { configurationId } = await dispatcher.create(corporationId, { url: receiver.url, active: false, payloadVersion });
    const { taxId } = sampleDocument;
    const { data } = summaryExample[payloadVersion];
    const state = payloadVersion === 'v1' ? { profileLoadStatus: 'succeeded', failedSubhelpers: null } : {};
    await dispatcher.ask('webhooks.preflight', { corporationId, configurationId });
    const { triggerId } = await dispatcher.ask('webhooks.test', { corporationId, configurationId });
    await waitUntil(() => receiver.received.length === 2);
    const bodies = receiver.received.map(({ body }) => JSON.parse(String(body)) as object);
    expect(bodies).toEqual(['trg_00000000000000000000000000000000', triggerId].map((id) => ({ triggerId: id, taxId, ...state, data })));
    const page = readFileSync(new URL('../../../docs/receivers.md', import.meta.url), 'utf8');
    for (const told of [taxId, 'trg_00000000000000000000000000000000']) expect(page).toContain(`\`${told}\``);
  });

  it('allows one preflight at a time per corporation and four in all, so that hanging receivers delay nobody else', async () => {
    const receiver = await startReceiver(() => undefined);
    const refused: string[] = [];
    const preflights = async (of: string, count: number) => {
      const { configurationId } = await dispatcher.create(of, { url: receiver.url, active: false });
      return Array.from({ length: count }, () =>
        dispatcher
          .ask('webhooks.preflight', { corporationId: of, configurationId })
          .catch((error: { code: string }) => refused.push(error.code)),
      );
    };
    const tries = await preflights(corporationId, 30);
    await waitUntil(() => receiver.received.length === 1 && refused.length === 29);
    for (let others = 1; others <= 3; others += 1) {
      tries.push(...(await preflights(randomUUID(), 1)));
      await waitUntil(() => receiver.received.length === 1 + others);
    }
    tries.push(...(await preflights(randomUUID(), 1)));
    await waitUntil(() => refused.length === 30);
    expect(new Set(refused)).toEqual(new Set(['too_many_requests']));
    expect(await list()).toHaveLength(1);
    await stopReceivers();
    await Promise.all(tries);
    expect([receiver.received.length, refused.length]).toEqual([4, 30]);
  });

  it('is sealed again after a change of master keys', async () => {
    const { configurationId } = await dispatcher.create(corporationId, { url, headers: '{"X-Key":"v"}', oauth });
    await dispatcher.secretOf(corporationId, configurationId).prepare();
    const columns = 'sealed_secret_key, sealed_other_key, sealed_headers, sealed_client_secret';
    const keysInUse = async () => {
      const [row] = await dispatcher.database.query<Record<string, string>>(`SELECT ${columns} FROM webhooks.configuration WHERE id = $1`, [
        configurationId,
      ]);
      return [...new Set(Object.values(row!).map((sealed) => sealed.split(':')[1]))];
    };
    expect(await keysInUse()).toEqual(['k1']);
    await dispatcher.stopReplicas();
    await dispatcher.startReplica({ VIGIA_WEBHOOK_KEYS: `${newMasterKey('k2')},${oldKey}` });
    await waitUntil(async () => (await keysInUse()).join() === 'k2');
    expect(await list()).toMatchObject([{ headerNames: ['X-Key'] }]);
  });

  it('with unreadable headers and client secret is still listed, can be switched off, and takes new ones', async () => {
    const lost = await dispatcher.create(corporationId, { url, headers: '{"X-Key":"v"}', oauth });
    const kept = await dispatcher.create(corporationId, { url, headers: '{"X-Other":"v"}' });
    await dispatcher.database.query(
      `UPDATE webhooks.configuration SET sealed_headers = 'v1:lost:a:b:c', sealed_client_secret = 'v1:lost:a:b:c' WHERE id = $1`,
      [lost.configurationId],
    );
    const named = { [lost.configurationId]: [], [kept.configurationId]: ['X-Other'] };
    expect(Object.fromEntries((await list()).map(({ configurationId, headerNames }) => [configurationId, headerNames]))).toEqual(named);
    expect(await edit(lost.configurationId, { active: false })).toMatchObject({ configuration: { active: false, headerNames: [] } });
    const newOAuth = await dispatcher.sealedOAuth(oauth);
    const lostToo = (message: string) => expect.objectContaining({ code: 'bad_request', message });
    const [secretIsLost, headersAreLost] = [
      'the client secret cannot be read any more: give it again',
      'the headers cannot be read any more: give them again',
    ];
    await expect(edit(lost.configurationId, { active: true })).rejects.toEqual(lostToo(secretIsLost));
    const withoutSecret = { ...newOAuth, sealedClientSecret: await dispatcher.sealed('') };
    await expect(edit(lost.configurationId, { oauth: withoutSecret })).rejects.toEqual(lostToo(secretIsLost));
    expect(await edit(lost.configurationId, { oauth: newOAuth })).toMatchObject({ configuration: { active: false, oauth: token } });
    await expect(edit(lost.configurationId, { active: true })).rejects.toEqual(lostToo(headersAreLost));
    const { configuration } = await edit(lost.configurationId, { sealedHeaders: await dispatcher.sealed('{"X-New":"v"}'), active: true });
    expect(configuration).toMatchObject({ active: true, headerNames: ['X-New'], oauth: token });
  });

  it('is sealed again even if the secrets of another cannot be opened, which the log names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-seals-'));
    const logFile = join(folder, 'log');
    await dispatcher.stopReplicas();
    await dispatcher.startReplica();
    const [lost, kept] = [await dispatcher.create(corporationId, { url }), await dispatcher.create(corporationId, { url })];
    const foreign = new Vault({ masterKeys: parseKeyRing(newMasterKey('lost')) });
    const sealed = foreign.seal('canary', 'sealed_secret_key', { id: lost.configurationId, corporationId });
    await dispatcher.database.query('UPDATE webhooks.configuration SET sealed_secret_key = $2 WHERE id = $1', [
      lost.configurationId,
      sealed,
    ]);
    const keysInUse = async () => {
      const rows = await dispatcher.database.query<{ id: string; key: string }>(
        `SELECT id, split_part(sealed_secret_key, ':', 2) AS key FROM webhooks.configuration WHERE corporation_id = $1`,
        [corporationId],
      );
      return Object.fromEntries(rows.map(({ id, key }) => [id, key]));
    };
    expect(await keysInUse()).toEqual({ [lost.configurationId]: 'lost', [kept.configurationId]: 'k1' });
    await dispatcher.stopReplicas();
    await dispatcher.startReplica({ VIGIA_WEBHOOK_KEYS: `${newMasterKey('k3')},${oldKey}`, VIGIA_LOG_FILE: logFile });
    try {
      await waitUntil(async () => (await keysInUse())[kept.configurationId] === 'k3');
      const log = await waitUntil(() => {
        const text = readFileSync(logFile, 'utf8');
        return text.includes(lost.configurationId) && text;
      });
      expect(log).not.toContain(sealed);
      expect(await keysInUse()).toMatchObject({ [lost.configurationId]: 'lost' });
    } finally {
      await dispatcher.stopReplicas();
      rmSync(folder, { recursive: true });
    }
  });
});
