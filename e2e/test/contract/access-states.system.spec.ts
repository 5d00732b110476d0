import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { livingSystem, todayInLima, type Answer, type System } from '@vigia/testing';
import { loadMany, loadOne, read } from '../../src/clients/calls.js';
import { freshRuc, magic } from '../../src/clients/documents.js';
import { endAccess } from './end-access.js';
import { growStale } from './passing-time.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const versions = ['v1', 'v2'] as const;

describe('the access of a corporation to a profile', () => {
  let system: System;
  let client: NewClient;
  let other: NewClient;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    [client, other] = await Promise.all([newClient(system), newClient(system)]);
  });

  afterAll(() => system?.stop());

  const today = () => new Date(Date.now() - 5 * hourMs).toISOString().slice(0, 10);
  /** Everything that can be read about a profile. */
  const waysToRead = (taxId: string) => [
    `/v1/perfiles/${taxId}/resumen`,
    `/v2/perfiles/${taxId}/resumen`,
    `/v2/perfiles/${taxId}/resumen?docType=RUC`,
    `/v1/perfiles/${taxId}/resumen?fecha=${today()}`,
    `/v2/perfiles/${taxId}/resumen?fecha=${today()}`,
    `/v2/perfiles/${taxId}/historial`,
  ];

  async function seen(by: NewClient, taxId: string) {
    const answers = await Promise.all(waysToRead(taxId).map((path) => read(by, path)));
    return answers.map(({ status, headers, body }) => ({ status, body, names: [...headers.keys()].toSorted(), tag: headers.get('etag') }));
  }

  /** What a client sees of a document that is new to the platform. */
  const unknown = (by: NewClient) => seen(by, freshRuc());

  it('begins with a load: as endless monitoring under a monthly plan, or as a query', async () => {
    const [monitored, queried] = [freshRuc(), freshRuc()];
    await loadOne(client, monitored);
    const askedAt = Date.now();
    await loadOne(client, queried, { isMonitoring: false });
    const loadedAt = Date.now();
    for (const taxId of [monitored, queried]) {
      const [v1, v2] = await Promise.all(versions.map((version) => client.summary(taxId, version)));
      for (const summary of [v1, v2])
        expect(summary).toMatchObject({ status: 200, body: { statusCode: 200, data: { taxId, activo: true } } });
    }
    expect((await loadOne(client, monitored)).body.message).toContain('in monitoring without an end');
    const begun = (await endOf(queried)) - 48 * hourMs;
    expect(begun).toBeGreaterThan(askedAt - minuteMs);
    expect(begun).toBeLessThan(loadedAt + minuteMs);
  });

  /** The end in the message to the client: to the minute, in Lima. */
  async function endOf(taxId: string): Promise<number> {
    const { message } = (await loadOne(client, taxId)).body;
    const [, day, minute] = /until (\S+) (\S+) \(Lima\)/.exec(message) ?? [];
    return Date.parse(`${day}T${minute}:00-05:00`);
  }

  function firstOfMonthInLima(monthsAhead: number): string {
    const lima = new Date(Date.now() - 5 * hourMs);
    return new Date(Date.UTC(lima.getUTCFullYear(), lima.getUTCMonth() + monthsAhead, 1)).toISOString().slice(0, 10);
  }

  it('lasts for the calendar months that were paid under a one-time plan', async () => {
    await todayInLima();
    const once = await newClient(system, { kind: 'one_time', quotaMonths: 10, endsOn: '2098-06-30' });
    const taxId = freshRuc();
    await loadOne(once, taxId, { months: 2 });
    expect((await loadOne(once, taxId)).body.message).toContain(`in monitoring until ${firstOfMonthInLima(2)} 00:00 (Lima)`);
  });

  it.each([
    [
      'has ended',
      { kind: 'one_time', quotaMonths: 10, endsOn: '2020-12-31' } as const,
      'no contract is active today: the last one ended on 2020-12-31',
    ],
    ['never was', null, 'no contract is active today'],
  ])('is refused under a contract that %s', async (_, terms, noContract) => {
    const late = await newClient(system, terms);
    const nobody = freshRuc();
    for (const isMonitoring of [true, false]) {
      const refused = { status: 409, body: { statusCode: 409, error: 'Conflict', message: noContract } };
      expect(await loadOne(late, nobody, { isMonitoring })).toMatchObject(refused);
      const { results } = (await loadMany(late, [nobody], { isMonitoring })).body;
      expect(results).toEqual({ successful: 0, failed: 1, skipped: 0, errors: [{ taxId: nobody, reason: noContract }] });
    }
    expect((await late.summary(nobody)).status).toBe(404);
  });

  it.each([true, false])(
    'of a query ends after its time in every way of reading, until the next load (monitored: %s)',
    async (isMonitoring) => {
      const taxId = freshRuc();
      await loadOne(client, taxId, { isMonitoring: false });
      const open = await seen(client, taxId);
      expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      await endAccess(system, client, taxId);
      expect(await seen(client, taxId)).toEqual(await unknown(client));

      expect(await loadOne(client, taxId, { isMonitoring })).toMatchObject({ body: { message: `profile ${taxId} was processed` } });
      expect((await client.summary(taxId)).body.data).toMatchObject({ activo: true, estado: 'succeeded' });
      expect((await loadOne(client, taxId)).body.message).toContain(isMonitoring ? 'in monitoring without an end' : 'in query until');
    },
  );

  it('keeps the profile readable as it stood at the end of monitoring, while another corporation sees it change', async () => {
    const taxId = magic.drifts;
    await loadOne(client, taxId);
    const before = await bothVersions(client, taxId);
    await endAccess(system, client, taxId);
    await growStale(system, taxId);
    await loadOne(other, taxId);
    const [now, later] = [await bothVersions(other, taxId), await bothVersions(client, taxId)];
    versions.forEach((_, i) => {
      expect(now[i]).toMatchObject({ activo: true });
      expect(now[i].finanzas).not.toEqual(before[i].finanzas);
      expect(later[i]).toEqual({ ...before[i], activo: false });
    });
    expect((await read(client, `/v2/perfiles/${taxId}/historial`)).body.data.cambios).toEqual([]);

    expect(await loadMany(client, [taxId])).toMatchObject({ body: { results: { successful: 1, skipped: 0 } } });
    const again = await bothVersions(client, taxId);
    expect(again).toEqual(await bothVersions(other, taxId));
    expect(again[1]).toMatchObject({ activo: true, estado: 'succeeded' });
  });

  async function bothVersions(by: NewClient, taxId: string): Promise<[any, any]> {
    const [v1, v2] = (await Promise.all(versions.map((version) => by.summary(taxId, version)))) as [Answer, Answer];
    return [v1.body.data, v2.body.data];
  }

  it('reveals nothing of what other corporations have, and ends without touching it', async () => {
    const taxId = freshRuc();
    await loadOne(other, taxId);
    const theirs = await seen(other, taxId);
    expect(await seen(client, taxId)).toEqual(await unknown(client));
    expect((await seen(client, taxId))[1]).toMatchObject({
      status: 404,
      body: { statusCode: 404, error: 'Not Found', message: 'profile not found' },
      tag: null,
    });
    expect((await loadMany(client, [taxId], { isMonitoring: false })).body.results).toMatchObject({ successful: 1, skipped: 0 });
    const own = await seen(client, taxId);
    expect(own.map(({ body }) => body)).toEqual(theirs.map(({ body }) => body));
    await endAccess(system, client, taxId);
    expect((await other.summary(taxId)).body.data).toMatchObject({ activo: true });
  });
});
