import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { CallLog } from '../src/control/control-board.js';
import { simulatorAt, someDay, type Asked } from './asking.js';

const taxId = '20991000012';
const otherTaxId = '20991234561';

let simulator: Asked;
beforeAll(async () => {
  simulator = await simulatorAt(someDay);
});
afterAll(() => simulator.close());
beforeEach(() => simulator.call('DELETE', '/control'));

describe('a rule', () => {
  it.each([
    ['error', 500],
    ['malformed', 200],
    ['drifted', 200],
    ['rate_limited', 429],
    ['not_contracted', 403],
  ])('makes a source answer %s', async (outcome, status) => {
    await simulator.call('PUT', '/control/protestos', { outcome });
    expect((await simulator.ask('protestos', taxId)).status).toBe(status);
    expect((await simulator.ask('boletin_concursal', taxId)).status).toBe(200);
  });

  it('makes a source answer without data', async () => {
    expect((await simulator.ask('trabajadores', '20990000019')).body.data).not.toBeNull();
    await simulator.call('PUT', '/control/trabajadores', { outcome: 'no_data' });
    expect((await simulator.ask('trabajadores', '20990000019')).body.data).toBeNull();
  });

  it('makes a source hang', async () => {
    await simulator.call('PUT', `/control/protestos/${taxId}`, { outcome: 'timeout', times: 1 });
    await expect(fetch(`${simulator.url}/sources/protestos/RUC/${taxId}`, { signal: AbortSignal.timeout(150) })).rejects.toThrow(/timeout/);
    expect((await simulator.ask('protestos', taxId)).status).toBe(200);
  });

  it('makes a failing document succeed', async () => {
    expect((await simulator.ask('identificacion', '20990000132')).status).toBe(500);
    await simulator.call('PUT', '/control/identificacion/20990000132', { outcome: 'ok' });
    expect((await simulator.ask('identificacion', '20990000132')).body.data.numero_ruc).toBe('20990000132');
  });

  it('for a document precedes the rule for its source, and does not use it up', async () => {
    await simulator.call('PUT', '/control/protestos', { outcome: 'error', times: 1 });
    await simulator.call('PUT', `/control/protestos/${taxId}`, { outcome: 'not_contracted', times: 1 });
    expect((await simulator.ask('protestos', taxId)).status).toBe(403);
    expect((await simulator.ask('protestos', taxId)).status).toBe(503);
    expect((await simulator.ask('protestos', taxId)).status).toBe(200);
  });

  it('holds for the number of calls that it states', async () => {
    expect((await simulator.call('PUT', '/control/trabajadores', { outcome: 'rate_limited', times: 2 })).body).toEqual({
      source: 'trabajadores',
      taxId: null,
      outcome: 'rate_limited',
      times: 2,
    });
    const statuses = [];
    for (const document of [taxId, otherTaxId, taxId]) statuses.push((await simulator.ask('trabajadores', document)).status);
    expect(statuses).toEqual([429, 429, 200]);
  });

  it('counts concurrent calls exactly', async () => {
    await simulator.call('PUT', '/control/trabajadores', { outcome: 'error', times: 7 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => simulator.ask('trabajadores', taxId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(33);
    expect((await simulator.call('GET', '/control/calls')).body.sources.trabajadores.calls).toBe(40);
  });

  it('delays the answer of a failing document and keeps its outcome', async () => {
    await simulator.call('PUT', '/control/identificacion/20990000132', { delayMs: 120 });
    const start = performance.now();
    expect((await simulator.ask('identificacion', '20990000132')).status).toBe(500);
    expect(performance.now() - start).toBeGreaterThanOrEqual(118);
  });

  it.each([
    ['another rule replaces it', 'PUT', `/control/protestos/${taxId}`, {}],
    ['all rules are deleted', 'DELETE', '/control', undefined],
  ])('lets a delayed call go on when %s', async (_when, method, path, body) => {
    await simulator.call('PUT', `/control/protestos/${taxId}`, { delayMs: 3_600_000 });
    const delayed = simulator.ask('protestos', taxId);
    const isAsked = async () => (await simulator.call('GET', '/control/calls')).body.sources.protestos.calls === 1;
    await waitUntil(isAsked, { what: 'the source is asked' });
    await simulator.call(method, path, body);
    expect((await delayed).status).toBe(200);
    expect((await simulator.ask('protestos', taxId)).status).toBe(200);
  });

  it('removes the delay of a slow document', async () => {
    const slow = await simulatorAt(someDay, { timeScale: 1 });
    try {
      await slow.call('PUT', '/control/protestos/20990000167', { delayMs: 0 });
      expect((await slow.ask('protestos', '20990000167')).status).toBe(200);
    } finally {
      await slow.close();
    }
  });

  it('is listed while it is active; a reset deletes it and the counts of calls', async () => {
    await simulator.call('PUT', '/control/protestos', { outcome: 'error', times: 3 });
    await simulator.call('PUT', `/control/edictos_judiciales/${taxId}`, { delayMs: 5 });
    await simulator.ask('protestos', taxId);
    expect((await simulator.call('GET', '/control')).body.rules).toEqual([
      { source: 'protestos', taxId: null, outcome: 'error', times: 2 },
      { source: 'edictos_judiciales', taxId, delayMs: 5 },
    ]);
    expect((await simulator.call('DELETE', '/control')).status).toBe(204);
    expect((await simulator.call('GET', '/control')).body.rules).toEqual([]);
    expect((await simulator.call('GET', '/control/calls')).body.sources.protestos).toEqual({ calls: 0, taxIds: {} });
    expect((await simulator.ask('protestos', taxId)).status).toBe(200);
  });

  it.each([
    [{ outcome: 'broken' }, /body\.outcome must be one of ok, no_data/],
    [{ delayMs: -1 }, /body\.delayMs must be >= 0/],
    [{ delayMs: 1.5 }, /body\.delayMs must be integer/],
    [{ delayMs: '5' }, /body\.delayMs must be integer/],
    [{ times: 0 }, /body\.times must be >= 1/],
    [{ delay: 5 }, /body has an unknown field delay/],
    [[], /body must be object/],
  ])('is refused with the reason when it is %j', async (rule, message) => {
    const refused = await simulator.call('PUT', '/control/protestos', rule);
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request', message: expect.stringMatching(message) } });
    expect((await simulator.call('GET', '/control')).body.rules).toEqual([]);
  });

  it('is refused for an unknown source, for an invalid document or without a body', async () => {
    expect(await simulator.call('PUT', '/control/horoscopo', {})).toMatchObject({ status: 404, body: { error: 'unknown_source' } });
    expect(await simulator.call('PUT', '/control/protestos/123', {})).toMatchObject({ status: 400, body: { error: 'invalid_document' } });
    expect((await simulator.call('PUT', '/control/protestos')).status).toBe(400);
  });
});

describe('the count of calls', () => {
  it('is kept by source and by document, and includes failures', async () => {
    await simulator.ask('identificacion', taxId);
    await simulator.ask('identificacion', '20990000132');
    await simulator.ask('identificacion', taxId);
    await simulator.ask('protestos', taxId);
    await simulator.ask('protestos', '20991324561');
    const { sources } = (await simulator.call('GET', '/control/calls')).body;
    expect(sources.identificacion).toEqual({ calls: 3, taxIds: { [taxId]: 2, '20990000132': 1 } });
    expect(sources.protestos).toEqual({ calls: 1, taxIds: { [taxId]: 1 } });
    expect(sources.trabajadores).toEqual({ calls: 0, taxIds: {} });
  });

  it('forgets the documents that were asked about longest ago', () => {
    const log = new CallLog();
    log.record('protestos', 'first');
    for (let i = 0; i < 19_999; i += 1) log.record('protestos', `other ${i}`);
    expect(log.record('protestos', 'first')).toBe(1);
    log.record('protestos', 'one too many');
    const { calls, taxIds } = log.counts().protestos;
    expect(calls).toBe(20_002);
    expect(Object.keys(taxIds)).toHaveLength(20_000);
    expect(taxIds['first']).toBe(2);
    expect(taxIds['other 0']).toBeUndefined();
  });
});
