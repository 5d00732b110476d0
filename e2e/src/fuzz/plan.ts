import * as fc from 'fast-check';
import { changesOf, unchanged, withoutOptions, type Change } from './changes.js';
import { credentialsFor } from './credentials.js';
import type { Operation } from './operations.js';

/** What a request tests, before its values are drawn. */
export interface Step {
  operation: Operation;
  changes: Change[];
  credential: string;
  isForeign: boolean;
  seed: number;
}

/** A kind of change with no more places than this comes early, so that a short run contains every kind. */
const fewPlaces = 24;

/**
 * Every operation in turn: first as most clients call it, then with every possible change to such a call and with every credential, in a
 * seeded order. After all operations it starts again with two changes at a time.
 */
export function* steps(operations: Operation[], seed: number): Generator<Step> {
  const places = new Map<string, number>();
  for (const { kind } of operations.flatMap(changesOf)) places.set(kind, (places.get(kind) ?? 0) + 1);
  const isRare = ({ changes: [change] }: Planned) => (places.get(change?.kind ?? '') ?? Infinity) <= fewPlaces;
  const orders = operations.map((operation, i) => {
    const [first, ...others] = orderOf(operation, seed + i) as [Planned, ...Planned[]];
    return [first, ...others.filter(isRare), ...others.filter((one) => !isRare(one))];
  });
  const rounds = Math.max(...orders.map((order) => order.length));
  for (let round = 0; ; round += 1) {
    for (const [i, operation] of operations.entries()) {
      const order = orders[i] as Planned[];
      const step = order[round < rounds ? round : round % order.length];
      const own = (seed * 1_000_003 + round * 1_009 + i) | 0;
      if (step) yield { ...(round < rounds ? step : twice(step, order, own)), operation, seed: own };
    }
  }
}

type Planned = Omit<Step, 'operation' | 'seed'>;

function orderOf(operation: Operation, seed: number): Planned[] {
  const credentials = credentialsFor(operation);
  const [right] = credentials as [string];
  const planned: Planned[] = [
    ...changesOf(operation).map((change) => ({ changes: [change], credential: right, isForeign: false })),
    ...credentials.map((credential) => ({ changes: [unchanged], credential, isForeign: false })),
    ...(operation.path.includes('{') ? [{ changes: [unchanged], credential: right, isForeign: true }] : []),
  ];
  return [
    { changes: [withoutOptions(operation)], credential: right, isForeign: false },
    ...draw(fc.shuffledSubarray(planned, { minLength: planned.length }), seed),
  ];
}

function twice(step: Planned, order: Planned[], seed: number): Planned {
  const other = draw(fc.constantFrom(...order), seed);
  return { changes: [...step.changes, ...other.changes], credential: other.credential, isForeign: step.isForeign || other.isForeign };
}

function draw<T>(drawn: fc.Arbitrary<T>, seed: number): T {
  return fc.sample(drawn, { seed, numRuns: 1 })[0] as T;
}
