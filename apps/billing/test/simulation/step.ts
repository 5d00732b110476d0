import { expect } from '@jest/globals';
import * as fc from 'fast-check';
import type { Act } from './acts.js';
import { replyOf, type Command, type Real } from './command.js';
import { observe, violations } from './observe.js';
import { view, type World } from './model/world.js';

export interface Model {
  world: World;
  /** Commands with a final reply, which can be sent again. */
  answered: { command: Command; reply: unknown }[];
}

type Step = fc.AsyncCommand<Model, Real, false>;

/** One command, which may be sent twice at the same moment. */
export const once = (act: Act, isDoubled: boolean): Step => ({
  check: ({ world }) => act.commandIn(world) !== undefined,
  async run(model, real) {
    const command = act.commandIn(model.world)!;
    const connections = isDoubled ? [real.billing, real.other] : [real.billing];
    const replies = await Promise.all(connections.map((connection) => replyOf(() => command.send(connection, real))));
    const foretold = command.foretell(model.world);
    for (const reply of replies) expect(reply).toEqual(foretold);
    expect(await observe(real, model.world)).toEqual(view(model.world));
    if (command.isFinal && !('error' in (replies[0] as object))) model.answered.push({ command, reply: replies[0] });
  },
  toString: () => `${isDoubled ? 'twice ' : ''}${described(act)}`,
});

/** Two commands over two connections at the same moment: either may be the first. */
export const atOnce = (one: Act, other: Act): Step => ({
  check: ({ world }) => one.commandIn(world) !== undefined && other.commandIn(world) !== undefined,
  async run(model, real) {
    const [first, second] = [one.commandIn(model.world)!, other.commandIn(model.world)!];
    const replies = await Promise.all([replyOf(() => first.send(real.billing, real)), replyOf(() => second.send(real.other, real))]);
    const [forwards, backwards] = [structuredClone(model.world), structuredClone(model.world)];
    const inOrder = [first.foretell(forwards), second.foretell(forwards)];
    const inReverse = [second.foretell(backwards), first.foretell(backwards)].reverse();
    const seen = { replies, ...(await observe(real, model.world)) };
    const possible = [
      { replies: inOrder, ...view(forwards) },
      { replies: inReverse, ...view(backwards) },
    ];
    expect(possible).toContainEqual(seen);
    const [isInOrder, isInReverse] = possible.map((one) => sameAs(seen, one));
    // The order cannot always be seen. Where it affects later steps, the model predicts nothing more.
    fc.pre(!isInOrder || !isInReverse || sameAs(forwards, backwards));
    model.world = isInOrder ? forwards : backwards;
  },
  toString: () => `at once: ${described(one)} | ${described(other)}`,
});

/** An earlier message is sent once more. */
export const again = (which: number): Step => ({
  check: ({ answered }) => answered.length > 0,
  async run({ world, answered }, real) {
    const { command, reply } = answered[which % answered.length]!;
    expect(await replyOf(() => command.send(real.other, real))).toEqual(reply);
    expect(await observe(real, world)).toEqual(view(world));
  },
  toString: () => `again ${which}`,
});

/** Checks that no rows contradict each other. */
export const audited: Step = {
  check: () => true,
  async run({ world }, real) {
    expect(await violations(real, world)).toEqual([]);
  },
  toString: () => 'audit',
};

function sameAs(one: object, other: object): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}

const described = ({ name, drawn }: Act) => `${name} ${JSON.stringify(drawn)}`;
