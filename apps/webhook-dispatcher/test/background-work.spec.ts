import { describe, expect, it } from '@jest/globals';
import { BackgroundWork } from '../src/background-work.js';
import { WaitingEvents } from '../src/events/waiting-events.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const noLogger = { warn: () => undefined, error: () => undefined };

it('a dispatcher forgets old rows while it runs', async () => {
  let forgets = 0;
  const step = async () => false;
  const idle = { start: () => undefined, stop: async () => undefined };
  const oldRows = { forget: async () => ((forgets += 1), false) };
  const upkeep = [oldRows, { renew: step }, { forgetOld: step }, { measure: step }, { raiseAndMeasure: step }, { rows: async () => [] }];
  const parts = [idle, idle, idle, idle, idle, {}, ...upkeep, noLogger];
  const work = new BackgroundWork(...(parts as unknown as ConstructorParameters<typeof BackgroundWork>));
  work.onApplicationBootstrap();
  await turn();
  await work.beforeApplicationShutdown();
  expect(forgets).toBe(1);
});

describe('a dispatcher that stops', () => {
  it('takes no further delivery while its loops end', async () => {
    const stopped: string[] = [];
    let endLoop = (): void => undefined;
    const loop = { stop: () => new Promise<void>((resolve) => (endLoop = resolve)) };
    const part = (name: string) => ({ stop: async () => void stopped.push(name) });
    const parts = [loop, part('events'), part('dispatcher'), part('workers'), part('first attempts')];
    const none = Array.from({ length: 7 }, () => ({}));
    const work = new BackgroundWork(...([...parts, ...none, noLogger] as unknown as ConstructorParameters<typeof BackgroundWork>));
    const ended = work.beforeApplicationShutdown();
    await turn();
    expect(stopped).toEqual(expect.arrayContaining(['workers', 'first attempts']));
    endLoop();
    await ended;
  });

  it('leaves events to another replica, all but the one under way', async () => {
    const dispatches: (() => void)[] = [];
    const database = {
      rows: async () => [{ triggerId: 'trg_1' }, { triggerId: 'trg_2' }],
      transaction: () => new Promise<void>((resolve) => dispatches.push(resolve)),
    };
    const parts = [database, { onNotice: () => () => undefined }, {}, noLogger];
    const events = new WaitingEvents(...(parts as unknown as ConstructorParameters<typeof WaitingEvents>));
    events.start();
    await turn();
    const stopped = events.stop();
    dispatches[0]!();
    await turn();
    dispatches[1]?.();
    await stopped;
    expect(dispatches).toHaveLength(1);
  });
});
