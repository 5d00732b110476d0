import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Day } from './model/calendar.js';
import type { Command } from './command.js';
import { abandonAll, query, reserve, settle } from './loads.js';
import { activate, adjust, amend, passTime, type PartOfDay } from './terms.js';
import { reserveUpdate, settleUpdate } from './updates.js';
import type { World } from './model/world.js';

/** An act that is drawn without knowing the world: in some worlds it has nothing to act on. */
export interface Act {
  name: string;
  drawn: object;
  commandIn(world: World): Command | undefined;
}

const documents = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1, maxLength: 3 });
const months = fc.option(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 12 })), { nil: undefined });
const isLoaded = fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, { arbitrary: fc.constant(false), weight: 1 });
const loaded = fc.array(isLoaded, { minLength: 3, maxLength: 3 });
const which = fc.nat(9);
const days = fc.oneof(fc.nat(3), fc.integer({ min: 4, max: 45 }));
const partOfDay = fc.constantFrom<PartOfDay>('evening', 'midnight', 'noon');
export const endsOn: fc.Arbitrary<Day> = fc
  .record({ month: fc.integer({ min: 4, max: 12 }), day: fc.constantFrom(1, 15, 28) })
  .map(({ month, day }) => `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);

function act<Drawn extends object>(
  name: string,
  drawn: { [K in keyof Drawn]: fc.Arbitrary<Drawn[K]> },
  commandIn: (world: World, drawn: Drawn) => Command | undefined,
): fc.Arbitrary<Act> {
  return fc.record(drawn).map((one) => ({ name, drawn: one, commandIn: (world) => commandIn(world, one as Drawn) }));
}

const own = (world: World, chosen: number[]) => chosen.map((i) => world.taxIds[i]!);

function underWay(requests: Record<string, unknown>, chosen: number): string | undefined {
  const ids = Object.keys(requests);
  return ids[chosen % Math.max(1, ids.length)];
}

const acts = {
  reserve: act('reserve', { documents, months }, (world, drawn) => reserve(world, randomUUID(), own(world, drawn.documents), drawn.months)),
  settle: act('settle', { which, loaded }, (world, drawn) => {
    const requestId = underWay(world.loads, drawn.which);
    return requestId === undefined ? undefined : settle(world, requestId, drawn.loaded);
  }),
  query: act('query', { documents }, (world, drawn) => query(world, randomUUID(), own(world, drawn.documents))),
  reserveUpdate: act('reserve update', { documents, months }, (world, drawn) =>
    reserveUpdate(world, randomUUID(), own(world, drawn.documents), drawn.months),
  ),
  settleUpdate: act('settle update', { which, loaded }, (world, drawn) => {
    const requestId = underWay(world.updates, drawn.which);
    return requestId === undefined ? undefined : settleUpdate(world, requestId, drawn.loaded);
  }),
  activate: act('activate', { documents, months }, (world, drawn) =>
    activate(world, randomUUID(), own(world, drawn.documents), drawn.months),
  ),
  adjust: act('adjust', { by: fc.integer({ min: -9, max: 12 }).filter((by) => by !== 0), revokes: fc.boolean() }, (world, drawn) =>
    adjust(world, randomUUID(), drawn.by, drawn.revokes),
  ),
  amend: act('amend', { endsOn }, (world, drawn) => amend(world, randomUUID(), drawn.endsOn)),
  passTime: act('pass time', { days, partOfDay }, (world, drawn) => passTime(world, drawn.days, drawn.partOfDay)),
  abandon: act('abandon', {}, () => abandonAll()),
};

const weighted = (weights: Partial<Record<keyof typeof acts, number>>) =>
  fc.oneof(...Object.entries(weights).map(([name, weight]) => ({ arbitrary: acts[name as keyof typeof acts], weight })));

/** Acts that can run concurrently. */
export const requested = weighted({ reserve: 4, settle: 4, query: 1, reserveUpdate: 3, settleUpdate: 3, activate: 1, adjust: 1, amend: 1 });

/** Acts that change the world around the requests. */
export const surrounding = weighted({ passTime: 5, abandon: 1 });
