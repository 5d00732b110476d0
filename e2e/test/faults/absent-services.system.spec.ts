import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyBroker, ApiClient, waitUntil, type System } from '@vigia/testing';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { newClient } from '../../src/clients/new-client.js';
import { controlSource } from '../../src/clients/control-source.js';
import { failEverySource } from '../quota/faults.js';
import { holdBack, release, slowSource, startImpatientSystem, untilAsked, untilFinished, untilUnderWay } from './load-in-flight.js';

describe('the system', () => {
  let system: System;
  let monthly: ApiClient;
  let oneTime: ApiClient;

  beforeAll(async () => {
    // Without billing a load waits for its reservation until the time for it is over.
    const environment = { VIGIA_RESERVE_TIMEOUT_MS: '10000' };
    system = await startImpatientSystem(anyBroker(), { environment });
    monthly = await newClient(system, { excludedSections: ['judicial'] });
    oneTime = new ApiClient(system.replicas('gateway')[0]!.url, await system.createCorporation('one_time'));
  });

  afterAll(() => system?.stop());

  it('without billing refuses loads that need quota, and makes all others, which are settled after its return', async () => {
    await system.replicas('billing')[0]!.kill('SIGKILL');
    const refused = await oneTime.load('20990000027');
    expect(refused).toMatchObject({
      status: 503,
      body: { error: 'Service Unavailable', message: expect.stringContaining('nothing was loaded or charged') },
    });
    expect(await system.database.query(`SELECT 1 FROM profiles.load WHERE tax_id = '20990000027'`)).toEqual([]);
    const waiting = monthly.load('20990000035');
    await waitUntil(
      async () => (await system.database.query(`SELECT 1 FROM profiles.load WHERE tax_id = '20990000035' AND state = 'closed'`)).length > 0,
    );
    // Billing has opened no access, and the load was accepted.
    expect(await monthly.summary('20990000035')).toMatchObject({
      status: 200,
      body: {
        data: {
          activo: false,
          estado: 'loading',
          subhelpers_fallidos: [],
          finanzas: { statusCode: 'SH20' },
          judicial: { statusCode: 'SH30' },
        },
      },
    });
    await failEverySource(system, '20990004014');
    const failing = monthly.load('20990004014');
    await waitUntil(
      async () => (await system.database.query(`SELECT 1 FROM profiles.load WHERE tax_id = '20990004014' AND state = 'closed'`)).length > 0,
    );
    const failed = await monthly.summary('20990004014');
    expect(failed).toMatchObject({
      status: 200,
      body: { data: { activo: false, estado: 'failed', finanzas: { statusCode: 'SH50' }, judicial: { statusCode: 'SH30' } } },
    });
    expect((await oneTime.summary('20990004014')).status).toBe(404);
    expect((await oneTime.summary('20990000035')).status).toBe(404);
    expect((await monthly.summary('20990000027')).status).toBe(404);

    await system.start('billing');

    expect((await waiting).status).toBe(200);
    expect((await failing).status).toBe(502);
    expect(await monthly.summary('20990004014')).toMatchObject({ status: 200, body: failed.body });
    await untilFinished(system, '20990000035', monthly);
    expect((await oneTime.load('20990000027')).status).toBe(200);
    await untilFinished(system, '20990000027', oneTime);
  });

  it('without one source in a second load keeps the earlier answer of that source', async () => {
    await oneTime.load('20990000043');
    const before = (await oneTime.summary('20990000043')).body.data;
    await controlSource(system, 'trabajadores', '20990000043', { outcome: 'error' });
    await system.database.query(`UPDATE profiles.source_answer SET answered_at = now() - interval '2 d' WHERE tax_id = $1`, [
      '20990000043',
    ]);
    expect((await monthly.load('20990000043')).status).toBe(200);
    const after = (await monthly.summary('20990000043')).body.data;
    expect(after).toMatchObject({ estado: 'partial', subhelpers_fallidos: ['trabajadores'] });
    expect(after.laboral).toEqual(before.laboral);
  });

  it('hands over the work of a loader that stops, and the loader ends cleanly', async () => {
    const [leaving] = system.replicas('profile-loader');
    await holdBack(system, '20990000051');
    const answer = monthly.load('20990000051');
    await untilAsked(system, '20990000051');
    await system.start('profile-loader');
    const ended = leaving!.kill('SIGTERM');
    await release(system, '20990000051');
    expect(await ended).toBe(0);
    expect((await answer).status).toBe(200);
    await untilFinished(system, '20990000051', monthly);
  });

  it('answers 202 to a client that waits at a gateway that stops', async () => {
    const leaving = await system.start('gateway');
    const { accessKey, accessSecret } = await system.createCorporation('monthly');
    const client = new ApiClient(leaving.url, { accessKey, accessSecret });
    await whilePaused(system, slowSource, async () => {
      const answer = client.load('20990000060');
      await untilUnderWay(system, '20990000060');
      const ended = leaving.kill('SIGTERM');
      expect(await answer).toMatchObject({ status: 202, body: { message: expect.stringContaining('still loading') } });
      expect(await ended).toBe(0);
    });
    await untilFinished(system, '20990000060', new ApiClient(system.replicas('gateway')[0]!.url, { accessKey, accessSecret }));
  });
});
