import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyBroker, ApiClient, waitUntil, type System } from '@vigia/testing';
import { afterLoad, Customer, loaded, loadMoves } from './customer.js';
import { replace, startKilledSystem, untilDeadOf } from './kill-matrix.js';
import { gatewayDeaths } from './kill-points.js';

// A request that is abandoned so soon may lose its hold, and then pays the same months in other entries.
const paid = { ...afterLoad, moves: expect.anything() };

describe('an abandoned request', () => {
  let system: System;

  beforeAll(async () => {
    system = await startKilledSystem(anyBroker(), { VIGIA_ABANDONED_AFTER_MS: '1000', VIGIA_START_TIMEOUT_MS: '20000' });
  });

  afterAll(() => system?.stop());

  it.each(gatewayDeaths)(
    'repeated at another gateway after the death of its own at %s continues, and is paid once',
    async (failpoint) => {
      const customer = await Customer.of(system);
      const dying = await system.start('gateway', { VIGIA_FAILPOINT: failpoint });
      await expect(customer.load(new ApiClient(dying.url, customer.client))).rejects.toThrow('fetch failed');
      expect(await dying.ended).toBe('SIGKILL');
      expect(await customer.untilAnswered(() => customer.load())).toEqual(loaded(customer));
      expect(await customer.books()).toMatchObject(paid);
    },
    600_000,
  );

  it('returns its months although the sweeper dies as well, and is paid once when repeated', async () => {
    const customer = await Customer.of(system);
    await replace(system, 'profile-loader', 'quota.reserve.answered');
    await replace(system, 'billing', 'billing.sweep-uncommitted');
    const sweeper = system.replicas('billing').at(-1)!;
    await untilDeadOf(system, 'profile-loader', () => customer.load());
    expect(await sweeper.ended).toBe('SIGKILL');
    await system.start('billing');
    await waitUntil(async () => (await customer.books()).quota[1] === 0, { what: 'the months come back' });
    expect(await customer.books()).toMatchObject({
      quota: [20, 0, 0],
      moves: [...loadMoves.slice(0, 4), 'void 2', 'void 2', 'void 2'],
      charges: 0,
      drifts: [],
    });
    await system.start('profile-loader');
    expect(await customer.untilAnswered(() => customer.load())).toEqual(loaded(customer));
    expect(await customer.books()).toMatchObject(paid);
  }, 600_000);
});
