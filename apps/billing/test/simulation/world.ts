import { endOfLimaDay, limaDay, type Day } from '../../src/domain/lima-day.js';
import { post, type Balances, type PostingKind } from '../../src/domain/ledger.js';
import { calendarMonths } from '../../src/domain/month-grid.js';
import { expiresOn, type Term } from '../../src/domain/monitoring.js';
import type { LoadPlan } from '../../src/domain/plan-load.js';
import type { ReprocessPlan } from '../../src/domain/plan-reprocess.js';

export interface Access {
  state: 'pending' | 'active' | 'expired' | 'failed';
  mode: 'monitoring' | 'query';
  requestId: string;
  /** Of a query, and of what was over at once. Other monitoring ends as its months do. */
  until?: number;
}

export interface Monitoring {
  startedOn: Day;
  lastMonth: number;
}

export interface Hold {
  requestId: string;
  taxId?: string;
  amount: number;
  lastMonth: number;
}

export interface Load {
  asOf: Day;
  taxIds: string[];
  plan: LoadPlan;
}

export interface Update {
  asOf: Day;
  profiles: { taxId: string; plan: ReprocessPlan | null }[];
}

/** What billing has to come to, in plain values: one corporation with one contract, and what it asked for. */
export interface World {
  corporationId: string;
  contractId: string;
  /** Business time, to the minute. */
  now: number;
  /** How often the clock was set. */
  jumps: number;
  contract: Term;
  balances: Balances;
  taxIds: string[];
  accesses: Record<string, Access>;
  monitorings: Record<string, Monitoring>;
  /** The latest last. */
  holds: Hold[];
  loads: Record<string, Load>;
  updates: Record<string, Update>;
  charged: string[];
  /** What each settled request was told. */
  settled: Record<string, unknown>;
}

export const today = (world: World): Day => limaDay(new Date(world.now));
export const lastMonthOf = (world: World): number => calendarMonths.index(world.contract.endsOn);
export const isInForce = (world: World): boolean => today(world) <= world.contract.endsOn;

export function move(world: World, kind: PostingKind, months: number): void {
  world.balances = post(world.balances, kind, months);
}

/** A request is settled once, whatever else is said of it later. */
export function settledOnce(world: World, requestId: string, settle: () => unknown): unknown {
  delete world.loads[requestId];
  delete world.updates[requestId];
  return (world.settled[requestId] ??= settle());
}

/** Ends what a request has set aside, for one document or for all; gives the months that were still there. */
export function releaseHold(world: World, requestId: string, taxId?: string): number | undefined {
  const hold = world.holds.find((one) => one.requestId === requestId && one.taxId === taxId);
  if (hold) world.holds = world.holds.filter((one) => one !== hold);
  return hold?.amount;
}

export function endsAt(world: World, taxId: string): number {
  const { until } = world.accesses[taxId] as Access;
  if (until !== undefined) return until;
  return endOfLimaDay(expiresOn((world.monitorings[taxId] as Monitoring).lastMonth, world.contract)).getTime();
}

export function stateOf(world: World, taxId: string): Access['state'] | undefined {
  const state = world.accesses[taxId]?.state;
  return state === 'active' && endsAt(world, taxId) <= world.now ? 'expired' : state;
}

/** Nobody has it, or nobody any more: it can be opened. */
export function isFree(world: World, taxId: string): boolean {
  const state = stateOf(world, taxId);
  return state !== 'active' && state !== 'pending';
}

/** What can be seen: the quota with what is held, the latest last, and of each profile how it stands and to which day it is paid. */
export function view(world: World) {
  const profiles = Object.keys(world.accesses).map((taxId) => {
    const [state, { mode }] = [stateOf(world, taxId), world.accesses[taxId] as Access];
    const lastDay = state === 'active' && mode === 'monitoring' ? ` to ${limaDay(new Date(endsAt(world, taxId) - 1))}` : '';
    return `${taxId} ${state} ${mode}${lastDay}`;
  });
  const holds = world.holds.map(({ amount, requestId, taxId }) =>
    [amount, 'of', requestId, taxId].filter((part) => part !== undefined).join(' '),
  );
  return { ...world.balances, holds, profiles: profiles.toSorted(), charged: world.charged.length };
}
