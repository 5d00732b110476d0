import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyBroker, waitUntil } from '@vigia/testing';
import { askOperator, timeoutMs } from '../src/clients/ask-operator.js';
import { startNeighbours, type Neighbours } from '../src/noise/neighbours.js';

describe('a corporation beside a troubled neighbour', () => {
  let neighbours: Neighbours;

  beforeAll(async () => {
    neighbours = await startNeighbours(anyBroker(), { arePatient: true });
    await neighbours.noisy.begin();
  }, 300_000);

  afterAll(() => neighbours?.stop());

  it('gets every preview, load, summary, delivery and forced update while an account is locked and a source and a receiver hang', async () => {
    const times = neighbours.quiet.newTimes();
    for (let pass = 0; pass < 3; pass += 1) await neighbours.quiet.pass(times);
    for (const [, all] of times) expect(all).toHaveLength(3);
  }, 300_000);

  it('does the neighbour no harm: it recovers, and every ledger is correct', async () => {
    await neighbours.noisy.silence();
    await waitUntil(() => neighbours.noisy.isWellAgain(), { what: 'the neighbour gets a load' });
    const { drifts } = await askOperator(neighbours.system, (messages) => messages.request('billing.verify', {}, { timeoutMs }));
    expect(drifts).toEqual([]);
  });
});
