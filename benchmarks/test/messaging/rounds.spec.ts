import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { contenders, goalOf } from '../../src/messaging/contenders/all.js';
import { oneRound } from '../../src/messaging/rounds.js';

function contender(name: string, asked: string[]) {
  let open = 0;
  const seen = { name, mostOpen: 0 };
  return Object.assign(seen, {
    async ask() {
      asked.push(name);
      open += 1;
      seen.mostOpen = Math.max(seen.mostOpen, open);
      await setImmediate();
      open -= 1;
    },
    sidesMs: async () => ({ asking: 1 + 0.05 * asked.filter((other) => other === name).length }),
    brokerMs: async () => ({ Redis: 7 + 0.02 * asked.length }),
  });
}

describe('a round', () => {
  it('keeps the given number of messages in flight', async () => {
    const asked: string[] = [];
    const one = contender('a', asked);
    await oneRound(one, { messages: 9, inFlight: 3 });
    expect(one.mostOpen).toBe(3);
    expect(asked).toHaveLength(9);
  });

  it('reports the cost of one message', async () => {
    const { processorMs, p50Ms, p95Ms } = await oneRound(contender('a', []), { messages: 4, inFlight: 2 });
    expect(processorMs!.asking).toBeCloseTo(0.05);
    expect(processorMs!.Redis).toBeCloseTo(0.02);
    expect(p50Ms! > 0 && p95Ms! >= p50Ms!).toBe(true);
  });
});

describe('the contender beside ours', () => {
  it.each([
    ['redis', 1, 'bare job, publish'],
    ['redis', 32, 'bare batch, publish'],
    ['postgres', 1, 'bare job, Relay'],
    ['postgres', 32, 'bare batch, Relay'],
  ] as const)('travels as ours does on %s with %i in flight', (broker, inFlight, name) => {
    expect(goalOf(broker, inFlight).beside).toBe(name);
    expect(contenders.find((contender) => contender.name === name)!.brokers).toContain(broker);
  });
});
