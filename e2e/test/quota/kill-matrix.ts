import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  forgetJobs,
  startSystem,
  waitUntil,
  type Answer,
  type BrokerKind,
  type Environment,
  type System,
  withoutWebhooks,
} from '@vigia/testing';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { portfolioDrifts } from '../../src/clients/portfolio-drifts.js';
import { afterLoad, afterUpdate, Customer, loaded, updated } from './customer.js';
import { killedServices, type Deaths, type KilledService } from './kill-points.js';

// A reservation waits until billing is back; every other request without an answer in time is retried.
const environment = { VIGIA_BROKER_LOCK_MS: '1500', VIGIA_START_TIMEOUT_MS: '4000', VIGIA_RESERVE_TIMEOUT_MS: '60000' };

export function startKilledSystem(broker: BrokerKind, more: Environment = {}): Promise<System> {
  return startSystem({ broker, services: withoutWebhooks, environment: { ...environment, ...more } });
}

/** Replaces the running replica by one that dies at a failpoint, or by one that lives. */
export async function replace(system: System, service: KilledService, failpoint?: string): Promise<void> {
  await system.replicas(service).at(-1)!.kill('SIGKILL');
  await system.start(service, failpoint ? { VIGIA_FAILPOINT: failpoint } : {});
}

/** Repeats a call, as its client may, until something has come of it: a service that has just started may take its message too late. */
async function repeatUntil<T>(reached: Promise<T>, call: () => Promise<Answer>, what: string): Promise<T> {
  const isReached = reached.then(() => true);
  const isNotYet = () => false;
  await waitUntil(() => Promise.race([isReached, call().then(isNotYet, isNotYet)]), { what });
  return reached;
}

/** Waits until the newest replica has died of a call; the client cannot rely on any answer to it. */
export async function untilDeadOf(system: System, service: KilledService, call: () => Promise<Answer>): Promise<void> {
  const dying = system.replicas(service).at(-1)!;
  expect(await repeatUntil(dying.ended, call, `${service} dies`)).toBe('SIGKILL');
}

/** One test for each pair of deaths. A process starts again with the failpoint of its next death. */
export function killEverywhere(broker: BrokerKind, deaths: Record<KilledService, Deaths[]>): void {
  const rows = killedServices.flatMap((service) => deaths[service].map((one, i, all) => ({ service, ...one, next: all[i + 1]?.load })));

  describe(`the months of a client on ${broker}`, () => {
    let system: System;
    const waitingFor = new Map<KilledService, string | undefined>();

    beforeAll(async () => {
      system = await startKilledSystem(broker);
    });

    afterAll(() => system?.stop());

    it.each(rows)(
      'stay correct when $service dies at $load and at $update',
      async ({ service, load, update, forgets, next }) => {
        if (waitingFor.get(service) !== load) await replace(system, service, load);
        const dieOf = async (call: () => Promise<Answer>, then?: string) => {
          await untilDeadOf(system, service, call);
          if (forgets) await forgetJobs(system.brokerUrl, system.database);
          await replace(system, service, then);
          waitingFor.set(service, then);
        };
        const customer = await Customer.of(system);
        await dieOf(() => customer.load(), update);
        expect(await customer.untilAnswered(() => customer.load())).toEqual(loaded(customer));
        expect(await customer.books()).toEqual(afterLoad);
        await dieOf(() => customer.update(), next);
        expect(await customer.untilAnswered(() => customer.update())).toEqual(updated);
        expect(await customer.books()).toEqual(afterUpdate);
      },
      600_000,
    );

    it('stay correct when the broker loses all data while months are held', async () => {
      const customer = await Customer.of(system);
      const forgetDuring = (call: () => Promise<Answer>) =>
        whilePaused(system, 'protestos', async () => {
          const held = waitUntil(async () => (await customer.books()).quota[1]! > 0, { what: 'months are held' });
          await repeatUntil(held, call, 'months are held');
          await forgetJobs(system.brokerUrl, system.database);
        });
      await forgetDuring(() => customer.load());
      expect(await customer.untilAnswered(() => customer.load())).toEqual(loaded(customer));
      expect(await customer.books()).toEqual(afterLoad);
      await forgetDuring(() => customer.update());
      expect(await customer.untilAnswered(() => customer.update())).toEqual(updated);
      expect(await customer.books()).toEqual(afterUpdate);
    }, 600_000);

    it('leave every portfolio in line with access and profile after all of these deaths', async () => {
      expect(await portfolioDrifts(system)).toEqual([]);
    });
  });
}
