import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, forgetJobs, startSystem, testedBrokers, waitUntil, type Answer, type BrokerKind, type System } from '@vigia/testing';
import { Customer } from './customer.js';
import { deathsOf, gatewayDeaths, type Deaths } from './kill-points.js';

const patient = { VIGIA_BROKER_LOCK_MS: '1500', VIGIA_START_TIMEOUT_MS: '6000', VIGIA_RESERVE_TIMEOUT_MS: '20000' };
const inTimeMs = 60_000;

type Service = keyof typeof deathsOf;
const loaded = (unread: string) => ({
  successful: 2,
  failed: 1,
  skipped: 0,
  errors: [{ taxId: unread, reason: 'no source could be read; nothing was charged' }],
});
const updated = { successful: 1, failed: 0, skipped: 0, errors: [] };
const loadMoves = ['grant 20', 'hold 6', 'commit 4', 'void 2'];
const afterLoad = { quota: [16, 0, 4], moves: loadMoves, accesses: ['active', 'active', 'failed'], charges: 2, drifts: [] };
const updateMoves = [...loadMoves, 'hold 1', 'void 1', 'return 1', 'deduct 2'];
const afterUpdate = { ...afterLoad, quota: [15, 0, 5], moves: updateMoves };

const [first, last] = [testedBrokers()[0]!, testedBrokers().at(-1)!];
const everySecond = (deaths: Deaths[]) => deaths.filter((_, i) => i % 2 === 0);

describe.each([
  [first, 'profile-loader', deathsOf['profile-loader']],
  [first, 'billing', deathsOf.billing],
  [last, 'profile-loader', everySecond(deathsOf['profile-loader'])],
  [last, 'billing', everySecond(deathsOf.billing)],
] as [BrokerKind, Service, Deaths[]][])('months are counted right on %s though %s dies at', (broker, service, deaths) => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem({ broker, environment: patient });
    await restart(deaths[0]!.load);
  }, 120_000);

  afterAll(() => system?.stop());

  async function restart(failpoint?: string): Promise<void> {
    await system.replicas(service).at(-1)!.kill('SIGKILL');
    await system.start(service, failpoint ? { VIGIA_FAILPOINT: failpoint } : {});
  }

  async function dieOf(call: () => Promise<Answer>, { forgets }: Deaths, next?: string): Promise<void> {
    const dying = system.replicas(service).at(-1)!;
    call().catch(() => undefined);
    await waitUntil(() => isGone(dying.pid), { timeoutMs: inTimeMs, what: 'the point is reached' });
    expect(await dying.ended).toBe('SIGKILL');
    if (forgets) await forgetJobs(system.brokerUrl, system.database);
    await restart(next);
  }

  it.each(deaths.map((one, i) => [one.load, one.update, one, deaths[i + 1]?.load] as const))(
    '%s, and at %s',
    async (_load, _update, death, next) => {
      const customer = await Customer.of(system);
      const [load, update] = [() => customer.load(), () => customer.update()];
      await dieOf(load, death, death.update);
      expect(await customer.untilAnswered(load)).toEqual(loaded(customer.taxIds[2]));
      expect(await customer.books()).toEqual(afterLoad);
      await dieOf(update, death, next);
      expect(await customer.untilAnswered(update)).toEqual(updated);
      expect(await customer.books()).toEqual(afterUpdate);
    },
    120_000,
  );
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
