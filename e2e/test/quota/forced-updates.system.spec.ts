import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limaDay, sourcesFor } from '@vigia/contracts';
import { anyBroker, ApiClient, startSystem, todayInLima, waitUntil, type System, withoutWebhooks } from '@vigia/testing';
import { controlSource } from '../../src/clients/control-source.js';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { askedAbout, loadMany, loadOne, post } from '../../src/clients/calls.js';
import { freshRuc, freshRucs, magic } from '../../src/clients/documents.js';
import { endAccess } from '../contract/end-access.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { itIs } from './business-clock.js';
import { failEverySource } from './faults.js';
import { statementOf } from './statement.js';

/**
 * Long enough for a busy machine. A source is asked once more if a process stalls for longer than its lock, so this spec counts loads and
 * compares questions only with the fewest that there must be.
 */
const environment = {
  VIGIA_BROKER_LOCK_MS: '6000',
  VIGIA_SOURCE_TIMEOUT_MS: '30000',
  VIGIA_TASK_DEADLINE_MS: '120000',
  VIGIA_LOAD_WAIT_MS: '60000',
  // One test waits for a reservation until its time is over.
  VIGIA_RESERVE_TIMEOUT_MS: '10000',
  VIGIA_TEST_CLOCK: '1',
};

const path = '/v2/perfiles/forzar-actualizacion';
const reason = {
  notActive: 'the profile is not active in your portfolio',
  expired: expect.stringMatching(/^the monitoring ended on \d{4}-\d\d-\d\d; load the profile to monitor it again$/),
  quota: 'monitoring 1 profile for 2 months takes 1 month of quota besides the 1 it gives back; 0 are available: up to 1 month',
  unread: 'no source could be read, and nothing was charged; try again later',
  unverified: 'the quota cannot be verified now, and nothing was loaded or charged; try again',
};
// No source is asked for the lists: the loader compares names with its own copies.
const askedSources = sourcesFor('RUC').filter((source) => source !== 'listas_compliance');

describe('a forced update', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem({ broker: anyBroker(), services: withoutWebhooks, environment });
  });

  afterAll(() => system?.stop());
  // Their months are counted: none may end under way.
  beforeEach(() => todayInLima({ minutesLeft: 3 }));

  const clientWith = (quotaMonths: number) =>
    newClient(system, { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2098-12-31', quotaMonths });
  const force = async (client: ApiClient, taxIds: string[], where = path) => (await post(client, where, { taxIds })).body.data;
  const balance = async (client: NewClient) => (await statementOf(client)).saldo_final;
  /** The sources that were asked about a document at least so often. */
  const askedAtLeast = async (times: number, taxId: string) => {
    const asked = await askedAbout(system, taxId);
    return askedSources.filter((source) => (asked[source] ?? 0) >= times);
  };
  const loads = async (taxId: string) => (await system.database.query('SELECT 1 FROM profiles.load WHERE tax_id = $1', [taxId])).length;

  it('treats each profile by its state, in the order of the request, as its preview says', async () => {
    const [unread, plain, expired, unpaid, never] = freshRucs(5) as [string, string, string, string, string];
    const client = await clientWith(13);
    await loadMany(client, [unread, plain, expired, unpaid], { months: 2 });
    await loadOne(client, magic.ce, { docType: 'CE', months: 2 });
    await loadOne(client, magic.dni, { docType: 'DNI', isMonitoring: false });
    await endAccess(system, client, expired);
    await failEverySource(system, unread);
    const taxIds = [never, unread, magic.dni, plain, expired, magic.ce, unpaid];
    const { documentos } = await force(client, taxIds, `${path}/simular`);
    expect((documentos as { accion: string; motivo: string | null }[]).map(({ accion, motivo }) => motivo ?? accion)).toEqual([
      reason.notActive,
      'actualizar',
      'actualizar',
      'actualizar',
      reason.expired,
      'actualizar',
      reason.quota,
    ]);
    expect(await force(client, taxIds, `/api${path}`)).toEqual({
      message: '7 profiles: 3 updated, 3 failed, 1 not active in your portfolio',
      results: {
        successful: 3,
        failed: 3,
        skipped: 1,
        errors: [
          { taxId: never, reason: reason.notActive },
          { taxId: unread, reason: reason.unread },
          { taxId: expired, reason: reason.expired },
          { taxId: unpaid, reason: reason.quota },
        ],
      },
    });
    expect(await balance(client)).toMatchObject({ otorgada: 13, disponible: 1, reservada: 0 });
    expect([await loads(unpaid), await loads(plain)]).toEqual([1, 2]);
    expect(await askedAtLeast(2, plain)).toEqual(askedSources);
  });

  it('gives the last month to one of two concurrent requests', async () => {
    const taxIds = freshRucs(2);
    const client = await clientWith(3);
    await loadMany(client, taxIds, { months: 1 });
    const updates = await Promise.all(taxIds.map((taxId) => force(client, [taxId])));
    expect(updates.map(({ results }) => results.successful as number).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await balance(client)).toMatchObject({ disponible: 0, reservada: 0, consumida: 3 });
  });

  it('joins a running load, and adds the sources that this load does not ask', async () => {
    const taxId = freshRuc();
    const openTask = `SELECT 1 FROM profiles.task JOIN profiles.load ON load.id = load_id
      WHERE tax_id = $1 AND load.closed_at IS NULL AND source = 'edictos_judiciales'`;
    const [client, other] = [await clientWith(5), await newClient(system)];
    await controlSource(system, 'protestos', taxId, { outcome: 'malformed' });
    await loadOne(client, taxId, { months: 1 });
    await controlSource(system, 'protestos', taxId, { outcome: 'ok' });
    const calls = await whilePaused(system, 'protestos', async () => {
      const load = loadOne(other, taxId);
      await waitUntil(async () => (await other.summary(taxId)).body.data?.estado === 'loading', { what: 'the load runs' });
      const update = force(client, [taxId]);
      await waitUntil(async () => (await system.database.query(openTask, [taxId])).length > 0, { what: 'the update has joined' });
      return { load, update };
    });
    expect((await calls.load).status).toBe(200);
    expect((await calls.update).results).toMatchObject({ successful: 1, failed: 0 });
    expect(await askedAtLeast(2, taxId)).toEqual(askedSources);
    expect(await loads(taxId)).toBe(2);
  });

  it('completes without its client, also after a kill of billing and loader, and is paid once', async () => {
    const taxId = freshRuc();
    const client = await clientWith(5);
    await loadOne(client, taxId, { months: 1 });
    const impatient = new ApiClient((await system.start('gateway', { VIGIA_LOAD_WAIT_MS: '0' })).url, client);
    await whilePaused(system, 'protestos', async () => {
      const answer = await post(impatient, path, { taxIds: [taxId] });
      expect(answer).toMatchObject({ status: 202, body: { statusCode: 202, data: { results: { successful: 0, failed: 0, skipped: 0 } } } });
      expect((await client.summary(taxId)).body.data).toMatchObject({ activo: true, estado: 'loading', boletin: { statusCode: 'SH10' } });
      await Promise.all([system.replicas('billing').at(-1)!.kill('SIGKILL'), system.replicas('profile-loader').at(-1)!.kill('SIGKILL')]);
      await Promise.all([system.start('billing'), system.start('profile-loader')]);
    });
    await waitUntil(async () => (await client.summary(taxId)).body.data.estado === 'succeeded', { what: 'the profile is updated' });
    await waitUntil(async () => (await balance(client)).reservada === 0, { what: 'the request is settled' });
    expect(await balance(client)).toMatchObject({ disponible: 3, consumida: 2 });
  });

  it('is refused while billing hangs, except under a monthly plan', async () => {
    const [paid, free] = freshRucs(2) as [string, string];
    const [client, monthly] = [await clientWith(5), await newClient(system)];
    await loadOne(client, paid, { months: 1 });
    await loadOne(monthly, free);
    const billing = system.replicas('billing').at(-1)!;
    process.kill(billing.pid, 'SIGSTOP');
    try {
      const { results } = await force(client, [paid]);
      expect(results).toEqual({ successful: 0, failed: 1, skipped: 0, errors: [{ taxId: paid, reason: reason.unverified }] });
      expect(await loads(paid)).toBe(1);
      const update = force(monthly, [free]);
      await waitUntil(async () => (await loads(free)) === 2, { what: 'the monthly profile is loaded' });
      process.kill(billing.pid, 'SIGCONT');
      expect((await update).results).toMatchObject({ successful: 1 });
    } finally {
      process.kill(billing.pid, 'SIGCONT');
    }
    await waitUntil(async () => (await balance(client)).reservada === 0, { what: 'what billing did late is undone' });
    expect(await balance(client)).toMatchObject({ disponible: 4, consumida: 1 });
    expect((await force(client, [paid])).results).toMatchObject({ successful: 1 });
    expect(await balance(client)).toMatchObject({ disponible: 3, reservada: 0, consumida: 2 });
  });

  it('that is accepted while the profile is monitored and paid after that can be read, as it stood then', async () => {
    const taxId = freshRuc();
    const client = await clientWith(5);
    const impatient = new ApiClient((await system.start('gateway', { VIGIA_LOAD_WAIT_MS: '0' })).url, client);
    await controlSource(system, 'protestos', taxId, { outcome: 'malformed', times: 1 });
    const [year, month] = limaDay(new Date()).split('-').map(Number) as [number, number];
    // The last day of the last month. The present is in a month that is not paid.
    await itIs(system, new Date(Date.UTC(year, month - 1, 0, 17)).toISOString());
    try {
      await loadOne(client, taxId, { months: 1 });
      await whilePaused(system, 'protestos', async () => {
        expect((await post(impatient, path, { taxIds: [taxId] })).status).toBe(202);
        await system.database.query('DELETE FROM public.test_clock');
        await waitUntil(async () => (await client.summary(taxId)).body.data.activo === false, { what: 'the monitoring has ended' });
      });
    } finally {
      await system.database.query('DELETE FROM public.test_clock');
    }
    await waitUntil(async () => (await balance(client)).reservada === 0, { what: 'the request is settled' });
    expect(await balance(client)).toMatchObject({ disponible: 3, consumida: 2 });
    expect((await client.summary(taxId)).body.data).toMatchObject({
      activo: false,
      estado: 'succeeded',
      subhelpers_fallidos: [],
      boletin: { statusCode: 'SH10' },
    });
  });
});
