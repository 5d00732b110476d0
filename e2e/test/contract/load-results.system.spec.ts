import { STATUS_CODES } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { livingSystem, type System } from '@vigia/testing';
import { askedAbout, loadMany, loadOne, post } from '../../src/clients/calls.js';
import { freshRuc, freshRucs, magic } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';

describe('the result of a load', () => {
  let system: System;
  let client: NewClient;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await newClient(system);
  });

  afterAll(() => system?.stop());

  describe.each(['/v1', '/v2', '/api/v1', '/api/v2'])('of a bulk load under %s', (prefix) => {
    it('counts every document once, and explains each failure', async () => {
      const [present, loaded, repeated] = freshRucs(3) as [string, string, string];
      await loadOne(client, present);
      const taxIds = [repeated, magic.notFound, present, '20990000010', loaded, repeated, magic.dni, magic.notFound, magic.allFail];
      const answer = await loadMany(client, taxIds, {}, prefix);
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body).toEqual({
        statusCode: 200,
        message: '7 profiles: 2 loaded, 4 failed, 1 already in your portfolio',
        results: {
          successful: 2,
          failed: 4,
          skipped: 1,
          errors: [
            { taxId: magic.notFound, reason: `no taxpayer is registered with document ${magic.notFound}` },
            { taxId: '20990000010', reason: 'taxId is not a valid RUC' },
            { taxId: magic.dni, reason: 'taxId is not a valid RUC' },
            { taxId: magic.allFail, reason: 'no source could be read, and nothing was charged; try again later' },
          ],
        },
      });
    });

    it.each([
      [{}, 'monitoring without an end'],
      [{ isMonitoring: true }, 'monitoring without an end'],
      [{ isMonitoring: false }, String.raw`query until \d{4}-\d\d-\d\d \d\d:\d\d \(Lima\)`],
    ])('is one success with %j, and a repeated load in either mode is skipped without effect', async (body, presence) => {
      const taxId = freshRuc();
      expect((await loadMany(client, [taxId], body, prefix)).body.results).toEqual({ successful: 1, failed: 0, skipped: 0, errors: [] });
      const before = await stored(taxId);
      for (const isMonitoring of [true, false]) {
        const many = await loadMany(client, [taxId], { isMonitoring }, prefix);
        expect(many.body.results).toEqual({ successful: 0, failed: 0, skipped: 1, errors: [] });
        const isOnlyQuery = isMonitoring && presence.startsWith('query');
        const note = isOnlyQuery ? ' (1 in query, not monitored)' : '';
        expect(many.body.message).toBe(`1 profile: 0 loaded, 0 failed, 1 already in your portfolio${note}`);
        const one = await loadOne(client, taxId, { isMonitoring }, prefix);
        expect(one).toMatchObject({ status: 200, body: { statusCode: 200 } });
        expect(one.body.message).toMatch(
          new RegExp(`^profile ${taxId} is already in your portfolio, in ${presence}; nothing was changed$`),
        );
      }
      expect(await stored(taxId)).toEqual(before);
    });
  });

  /** All data that a load could change. */
  async function stored(taxId: string) {
    const [access, summary] = await Promise.all([
      system.database.query('SELECT state, mode, expires_at, request_id FROM billing.access WHERE tax_id = $1', [taxId]),
      client.summary(taxId),
    ]);
    return { access, summary: summary.body, tag: summary.headers.get('etag'), asked: await askedAbout(system, taxId) };
  }

  it('lists documents of another kind as errors, and no source is asked about them', async () => {
    const ruc = freshRuc();
    const mixed = [ruc, magic.dni, magic.ce];
    const refused = (docType: string, taxIds: string[]) => taxIds.map((taxId) => ({ taxId, reason: `taxId is not a valid ${docType}` }));
    const dni = await loadMany(client, mixed, { docType: 'DNI', isMonitoring: false });
    expect(dni.body.results).toEqual({ successful: 1, failed: 2, skipped: 0, errors: refused('DNI', [ruc, magic.ce]) });
    const ce = await loadMany(client, [magic.ce, magic.dni, '1234-6789'], { docType: 'CE' });
    expect(ce.body.results).toEqual({ successful: 1, failed: 2, skipped: 0, errors: refused('CE', [magic.dni, '1234-6789']) });
    expect(await askedAbout(system, ruc)).toEqual({});
    const requests = () => system.database.query('SELECT 1 FROM profiles.load_request WHERE corporation_id = $1', [client.corporationId]);
    const before = (await requests()).length;
    expect((await loadMany(client, [magic.dni, 'x'])).body.results).toMatchObject({ failed: 2 });
    expect(await requests()).toHaveLength(before);
  });

  it('is given for 1 to 100 documents only', async () => {
    const invalid = Array.from({ length: 101 }, (_, i) => `nobody${i}`);
    expect((await loadMany(client, invalid.slice(1))).body.results).toMatchObject({ successful: 0, failed: 100, skipped: 0 });
    for (const taxIds of [invalid, []]) {
      expect(await loadMany(client, taxIds)).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } });
    }
  });

  it('of one profile has a status and a message, under every prefix', async () => {
    for (const prefix of ['/v1', '/v2', '/api/v1', '/api/v2']) {
      const taxId = freshRuc();
      expect((await loadOne(client, taxId, {}, prefix)).body).toEqual({ statusCode: 200, message: `profile ${taxId} was processed` });
    }
  });

  it.each([
    ['RUC', '/api/v2', { months: 3 }],
    ['DNI', '/api/v1', { isMonitoring: false }],
    ['CE', '/v2', {}],
  ])('for a %s has the same form under a one-time plan', async (docType, prefix, body) => {
    const once = await newClient(system, { kind: 'one_time', quotaMonths: 1_000, endsOn: '2098-12-31' });
    const taxId = { RUC: freshRuc(), DNI: magic.dni, CE: magic.ce }[docType]!;
    const answer = await loadOne(once, taxId, { docType, ...body }, prefix);
    expect(answer).toMatchObject({ status: 200, body: { statusCode: 200, message: `profile ${taxId} was processed` } });
  });

  it.each([
    ['RUC', '20990000010', 400, 'taxId is not a valid RUC'],
    ['RUC', '30990000019', 400, 'taxId is not a valid RUC'],
    ['DNI', '9999000', 400, 'taxId is not a valid DNI'],
    ['CE', 'SIM-00001', 400, 'taxId is not a valid CE'],
    ['RUC', magic.notFound, 404, `no taxpayer is registered with document ${magic.notFound}`],
    ['RUC', magic.allFail, 502, 'no source could be read, and nothing was charged; try again later'],
  ])('for the single document %s %s is an error: %s', async (docType, taxId, status, message) => {
    expect(await loadOne(client, taxId, { docType })).toMatchObject({
      status,
      body: { statusCode: status, message, error: STATUS_CODES[status] },
    });
  });

  it('is 400 for invalid months and for any in v1, and mentions months that have no effect', async () => {
    for (const months of [0, 13, 1.5, null, '3']) expect((await loadOne(client, freshRuc(), { months })).status).toBe(400);
    expect((await loadOne(client, freshRuc(), { months: 3 }, '/v1')).status).toBe(400);
    expect((await loadOne(client, freshRuc(), { months: 3 })).body.message).toMatch(/; months has no effect under a monthly plan$/);
    const query = await loadMany(client, [freshRuc()], { months: 3, isMonitoring: false });
    expect(query.body).toMatchObject({ message: expect.stringMatching(/; months has no effect on a query$/), results: { successful: 1 } });
    const kept = await system.database.query(
      `SELECT months FROM profiles.load_item JOIN profiles.load_request ON id = request_id WHERE corporation_id = $1 AND mode = 'query' AND months IS NOT NULL`,
      [client.corporationId],
    );
    expect(kept).toEqual([]);
  });

  it('is that of one load for calls with one Idempotency-Key, also at the same time, and 409 for another load', async () => {
    const [taxId, other] = freshRucs(2) as [string, string];
    const call = (taxIds: string[]) =>
      post(client, '/v1/perfiles/cargar-masivo', { taxIds, docType: 'RUC' }, { 'idempotency-key': `load ${taxId}` });
    const answers = await Promise.all([call([taxId]), call([taxId])]);
    answers.push(await call([taxId]));
    for (const { status, body } of answers) expect([status, body.results.successful, body.results.skipped]).toEqual([200, 1, 0]);
    expect(await call([other])).toMatchObject({ status: 409, body: { error: 'Conflict' } });
    expect((await client.summary(other)).status).toBe(404);
    expect(new Set(Object.values(await askedAbout(system, taxId)))).toEqual(new Set([1]));
  });
});
