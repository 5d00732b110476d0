import { dayAt, endOf, lastDayOf, monthOf, monthsBetween, type Day, type Month } from './calendar.js';

interface Access {
  state: 'pending' | 'active' | 'expired' | 'failed';
  mode: 'monitoring' | 'query';
  requestId: string;
  /** Set for a query, and for an access that ended at once. Other monitoring ends with its months. */
  until?: number;
  /** While pending: the previous access, which had ended. */
  ended?: Access;
}

interface Monitoring {
  startedOn: Day;
  /** The months that are paid and were not returned. */
  months: Month[];
}

interface Hold {
  requestId: string;
  taxId: string;
  amount: number;
  lastMonth: Month;
}

export interface Load {
  asOf: Day;
  taxIds: string[];
  /** The months of each profile. */
  months: Month[];
}

export interface Renewal {
  returned: Month[];
  months: Month[];
}

export interface Update {
  asOf: Day;
  profiles: { taxId: string; renewal: Renewal | null }[];
}

interface Quota {
  granted: number;
  available: number;
  held: number;
  consumed: number;
}

/** The expected state of billing in plain values: one corporation with one contract, and its requests. */
export interface World {
  corporationId: string;
  contractId: string;
  /** Business time, to the minute. */
  now: number;
  /** How often the clock was set. */
  jumps: number;
  contract: { startsOn: Day; endsOn: Day };
  quota: Quota;
  taxIds: string[];
  accesses: Record<string, Access>;
  monitorings: Record<string, Monitoring>;
  /** The latest is last. */
  holds: Hold[];
  loads: Record<string, Load>;
  updates: Record<string, Update>;
  charged: string[];
  /** The reply to each settled request. */
  settled: Record<string, unknown>;
}

export const documentOf = (taxId: string) => ({ docType: 'RUC' as const, taxId });
export const today = (world: World): Day => dayAt(world.now);
export const isInForce = (world: World): boolean => today(world) <= world.contract.endsOn;
export const isWithinContract = (world: World, month: Month): boolean => month <= monthOf(world.contract.endsOn);
/** The months that can still be paid, including the current one. */
export const monthsLeft = (world: World, from: Day): Month[] => monthsBetween(from, world.contract.endsOn);

type Pot = 'available' | 'held' | 'consumed' | 'outside';

/** Months appear and vanish only as granted months change. */
export function move(world: World, months: number, from: Pot, to: Pot): void {
  const pots = { ...world.quota, outside: 0 };
  pots[from] -= months;
  pots[to] += months;
  const { available, held, consumed } = pots;
  world.quota = { granted: available + held + consumed, available, held, consumed };
}

/** A request is settled once, whatever later messages say. */
export function settledOnce(world: World, requestId: string, settle: () => unknown): unknown {
  delete world.loads[requestId];
  delete world.updates[requestId];
  return (world.settled[requestId] ??= settle());
}

/** Ends the hold of a request for a document, and returns the months that were still held. */
export function releaseHold(world: World, requestId: string, taxId: string): number | undefined {
  const hold = world.holds.find((one) => one.requestId === requestId && one.taxId === taxId);
  if (hold) world.holds = world.holds.filter((one) => one !== hold);
  return hold?.amount;
}

export function revoke(world: World, { requestId, taxId, amount }: Hold): void {
  releaseHold(world, requestId, taxId);
  move(world, amount, 'held', 'available');
}

/** The last month is paid in full, even if the contract ends within it. */
export function lastDay(world: World, lastMonth: Month): Day {
  return lastMonth === monthOf(world.contract.endsOn) ? world.contract.endsOn : lastDayOf(lastMonth);
}

export function endsAt(world: World, taxId: string): number {
  const { until } = world.accesses[taxId] as Access;
  return until ?? endOf(lastDay(world, world.monitorings[taxId]!.months.at(-1)!));
}

export function stateOf(world: World, taxId: string): Access['state'] | undefined {
  const state = world.accesses[taxId]?.state;
  return state === 'active' && endsAt(world, taxId) <= world.now ? 'expired' : state;
}

/** No request has the access, or has it any more: it can be opened. */
export function isFree(world: World, taxId: string): boolean {
  const state = stateOf(world, taxId);
  return state !== 'active' && state !== 'pending';
}

/** An ended access stays stored behind the new one until the new one is active. */
export function open(world: World, taxId: string, mode: Access['mode'], requestId: string): void {
  const ended = stateOf(world, taxId) === 'expired' ? world.accesses[taxId] : undefined;
  world.accesses[taxId] = { state: 'pending', mode, requestId, ...(ended && { ended }) };
}

export function fail(world: World, taxId: string): void {
  const { ended, ...access } = world.accesses[taxId] as Access;
  world.accesses[taxId] = ended ?? { ...access, state: 'failed' };
}

/**
 * The visible state: the end of the contract, the quota with its holds, the latest last, and for each profile its state and the day to
 * which it is paid.
 */
export function view(world: World) {
  const profiles = Object.keys(world.accesses).map((taxId) => {
    const [state, { mode }] = [stateOf(world, taxId), world.accesses[taxId] as Access];
    const paidTo = state === 'active' && mode === 'monitoring' ? ` to ${dayAt(endsAt(world, taxId) - 1)}` : '';
    return `${taxId} ${state} ${mode}${paidTo}`;
  });
  const holds = world.holds.map(({ amount, requestId, taxId }) => [amount, 'of', requestId, taxId].join(' '));
  return { endsOn: world.contract.endsOn, ...world.quota, holds, profiles: profiles.toSorted(), charged: world.charged.length };
}
