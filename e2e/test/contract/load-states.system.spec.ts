import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sections, sourcesFor, sourcesOf, v1Name } from '@vigia/contracts';
import { ApiClient, livingSystem, waitUntil, type System } from '@vigia/testing';
import { controlSource } from '../../src/clients/control-source.js';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { askedAbout, loadMany, loadOne } from '../../src/clients/calls.js';
import { freshRuc, freshRucs, magic } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { isOpened } from './opened-access.js';

// No source is asked for the lists: the loader compares names with its own copies.
const askedSources = sourcesFor('RUC').filter((source) => source !== 'listas_compliance');

describe('the state of a load', () => {
  let system: System;
  let client: NewClient;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await newClient(system);
  });

  afterAll(() => system?.stop());

  const stateOf = async (taxId: string, by: ApiClient = client) => (await by.summary(taxId)).body.data;

  it('is succeeded when every source has answered', async () => {
    await loadOne(client, magic.clean);
    expect(await stateOf(magic.clean)).toMatchObject({ activo: true, estado: 'succeeded', subhelpers_fallidos: [] });
  });

  it('is loading until all sources have answered, and sections appear one by one', async () => {
    const taxId = freshRuc();
    const loading = await whilePaused(system, 'protestos', async () => {
      const loaded = loadOne(client, taxId);
      const during = await waitUntil(
        async () => {
          const { status, body } = await client.summary(taxId);
          return status === 200 && body.data.legal.statusCode !== 'SH20' && body.data;
        },
        { what: 'the section legal is there' },
      );
      expect(during).toMatchObject({ taxId, activo: false, estado: 'loading', subhelpers_fallidos: [] });
      for (const section of ['boletin', 'alerta_servicio']) expect(during[section]).toEqual({ statusCode: 'SH20', data: {} });
      const { data: v1 } = (await client.summary(taxId, 'v1')).body;
      expect(v1).toMatchObject({ activo: false, boletin: null, puntaje_riesgo_servicio: null, legal: during.legal.data });
      return { loaded };
    });
    expect((await loading.loaded).status).toBe(200);
    expect(await stateOf(taxId)).toMatchObject({ activo: true, estado: 'succeeded', boletin: { statusCode: 'SH10' } });
  });

  it('is loading, with all known data, for a known document in a bulk load that still runs', async () => {
    const known = freshRuc();
    await loadOne(await newClient(system), known);
    for (const isMonitoring of [true, false]) {
      const owner = await newClient(system);
      const calls = await whilePaused(system, 'protestos', async () => {
        const list = loadMany(owner, [known, freshRuc()], { isMonitoring });
        const during = await waitUntil(
          async () => {
            const state = await stateOf(known, owner);
            return state?.boletin.statusCode === 'SH10' && state;
          },
          { what: 'the known data are there' },
        );
        expect(during).toMatchObject({ activo: false, estado: 'loading' });
        return { list };
      });
      expect((await calls.list).body.results).toMatchObject({ successful: 2 });
      expect(await stateOf(known, owner)).toMatchObject({ activo: true, estado: 'succeeded' });
    }
  });

  it('is loading for a client after the wait limit, for one document and for a bulk load', async () => {
    const gateway = await system.start('gateway', { VIGIA_LOAD_WAIT_MS: '0' });
    const impatient = new ApiClient(gateway.url, client);
    const [one, first, second] = freshRucs(3) as [string, string, string];
    await whilePaused(system, 'protestos', async () => {
      const alone = await loadOne(impatient, one);
      expect(alone).toMatchObject({ status: 202 });
      expect(alone.body).toEqual({ statusCode: 202, message: `profile ${one} is still loading; its summary will show the result` });
      const list = await loadMany(impatient, [first, '20990000010', second]);
      expect(list).toMatchObject({ status: 202 });
      expect(list.body).toEqual({
        statusCode: 202,
        message: '3 profiles: 0 loaded, 1 failed, 0 already in your portfolio; 2 are still loading; their summaries will show the result',
        results: { successful: 0, failed: 1, skipped: 0, errors: [{ taxId: '20990000010', reason: 'taxId is not a valid RUC' }] },
      });
      for (const taxId of [one, first, second]) {
        const loading = await waitUntil(async () => (await stateOf(taxId)) ?? false, { what: 'the profile is there' });
        expect(loading).toMatchObject({ estado: 'loading', activo: false });
      }
    });
    for (const taxId of [one, first, second])
      await waitUntil(async () => (await stateOf(taxId)).activo && (await stateOf(taxId)).estado === 'succeeded', {
        what: 'the document is loaded',
      });
  });

  it('is that of one load for all clients that ask for a document while it runs', async () => {
    const taxId = freshRuc();
    const other = await newClient(system);
    // A later request of a client joins the load once billing has opened its access.
    const isLoadingFor = (by: NewClient) =>
      waitUntil(async () => (await isOpened(system, by, taxId)) && (await stateOf(taxId, by))?.estado === 'loading', {
        what: 'the document is loading',
      });
    const calls = await whilePaused(system, 'protestos', async () => {
      const [first, theirs] = [loadOne(client, taxId), loadOne(other, taxId)];
      await Promise.all([isLoadingFor(client), isLoadingFor(other)]);
      const second = loadMany(client, [taxId], { isMonitoring: false });
      const requests = () => system.database.query('SELECT 1 FROM profiles.load_item WHERE tax_id = $1', [taxId]);
      await waitUntil(async () => (await requests()).length === 3, { what: 'all three are accepted' });
      return { answers: Promise.all([first, theirs, second]) };
    });
    const [first, theirs, second] = await calls.answers;
    for (const { body } of [first, theirs]) expect(body).toEqual({ statusCode: 200, message: `profile ${taxId} was processed` });
    expect(second.body.results).toEqual({ successful: 0, failed: 0, skipped: 1, errors: [] });
    for (const by of [client, other]) expect(await stateOf(taxId, by)).toMatchObject({ estado: 'succeeded', activo: true });
    expect(await askedAbout(system, taxId)).toEqual(Object.fromEntries(askedSources.map((source) => [source, 1])));
  });

  it('is partial when some sources failed, and names them', async () => {
    await loadOne(client, magic.withoutFinance);
    const data = await stateOf(magic.withoutFinance);
    expect(data).toMatchObject({ activo: true, estado: 'partial', subhelpers_fallidos: sourcesOf('finanzas').toSorted() });
    expect(data.identificacion.statusCode).toBe('SH10');
  });

  it('is failed when every source failed: no data, no active access, and the next load tries again', async () => {
    const taxId = freshRuc();
    for (const source of askedSources) await controlSource(system, source, taxId, { outcome: 'malformed' });
    for (const tries of [1, 2]) {
      expect(await loadOne(client, taxId)).toMatchObject({ status: 502 });
      const failed = await waitUntil(async () => (await stateOf(taxId)).estado === 'failed' && stateOf(taxId), { what: 'the load failed' });
      expect(failed).toMatchObject({ taxId, activo: false, subhelpers_fallidos: sourcesFor('RUC').toSorted() });
      for (const section of sections) expect(failed[section]).toEqual({ statusCode: 'SH50', data: {} });
      const { data: v1 } = (await client.summary(taxId, 'v1')).body;
      expect(v1).toEqual({ taxId, activo: false, ...Object.fromEntries(sections.map((section) => [v1Name(section), null])) });
      expect(await askedAbout(system, taxId)).toEqual(Object.fromEntries(askedSources.map((source) => [source, tries])));
    }
  });

  it('stays failed for the client of a failed load, during and after a load by another client', async () => {
    const taxId = freshRuc();
    for (const source of askedSources) await controlSource(system, source, taxId, { outcome: 'malformed', times: 1 });
    await loadOne(client, taxId);
    const seen = async () => {
      const { body, headers } = await client.summary(taxId);
      return { body, tag: headers.get('etag') };
    };
    const failed = await waitUntil(async () => (await stateOf(taxId)).estado === 'failed' && seen(), { what: 'the load failed' });
    const other = await newClient(system);
    const calls = await whilePaused(system, 'protestos', async () => {
      const theirs = loadOne(other, taxId);
      const isFilling = async () => (await stateOf(taxId, other))?.legal.statusCode === 'SH10';
      await waitUntil(isFilling, { what: 'the other sees sections' });
      expect(await seen()).toEqual(failed);
      return { theirs };
    });
    expect((await calls.theirs).status).toBe(200);
    expect(await stateOf(taxId, other)).toMatchObject({ activo: true, estado: 'succeeded' });
    expect(await seen()).toEqual(failed);
  });

  it('is failed for a number that does not exist', async () => {
    expect(await loadOne(client, magic.notFound)).toMatchObject({ status: 404 });
    await waitUntil(async () => (await stateOf(magic.notFound)).estado === 'failed', { what: 'the load failed' });
    expect(await stateOf(magic.notFound)).toMatchObject({ activo: false });
  });

  it('becomes succeeded after the next load by any client, which asks only the failed sources', async () => {
    const taxId = freshRuc();
    await controlSource(system, 'protestos', taxId, { outcome: 'malformed', times: 1 });
    await controlSource(system, 'trabajadores', taxId, { outcome: 'malformed', times: 1 });
    await loadOne(client, taxId);
    expect(await stateOf(taxId)).toMatchObject({ estado: 'partial', subhelpers_fallidos: ['protestos', 'trabajadores'] });
    const once = Object.fromEntries(askedSources.map((source) => [source, 1]));
    expect(await askedAbout(system, taxId)).toEqual(once);
    expect((await loadMany(client, [taxId])).body.results.skipped).toBe(1);
    expect(await askedAbout(system, taxId)).toEqual(once);

    const other = await newClient(system);
    expect(await loadOne(other, taxId)).toMatchObject({ status: 200, body: { message: `profile ${taxId} was processed` } });
    expect(await askedAbout(system, taxId)).toEqual({ ...once, protestos: 2, trabajadores: 2 });
    for (const by of [client, other]) expect(await stateOf(taxId, by)).toMatchObject({ estado: 'succeeded', subhelpers_fallidos: [] });
    expect((await loadOne(await newClient(system), taxId)).status).toBe(200);
    expect(await askedAbout(system, taxId)).toEqual({ ...once, protestos: 2, trabajadores: 2 });
  });
});
