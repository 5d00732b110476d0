import type { PayloadOf, Refusal } from '@vigia/contracts';
import type { Day, Month } from './calendar.js';
import { noContract, tooDear, tooLong } from './refusals.js';
import {
  documentOf,
  fail,
  isFree,
  isInForce,
  isWithinContract,
  lastDay,
  monthsLeft,
  move,
  open,
  revoke,
  stateOf,
  today,
  type Load,
  type World,
} from './world.js';

const queryMs = 48 * 3_600_000;

/** The months that each profile would get: those asked for, or the most that all of them can have. */
export function plannedMonths(world: World, profiles: number, asked: number | undefined): Month[] | Refusal {
  const [room, on] = [monthsLeft(world, today(world)), today(world)];
  const all = room.filter((_, i) => (i + 1) * profiles <= world.quota.available);
  const wanted = asked ?? all.length;
  if (wanted > room.length) return tooLong(world, on, wanted);
  if (wanted === 0 || wanted > all.length) return tooDear(world, on, { profiles, months: wanted || 1, returned: 0 });
  return room.slice(0, wanted);
}

export function reserve(world: World, { requestId, taxIds, months: asked }: PayloadOf<'quota.reserve'>): unknown {
  const [asOf, free] = [today(world), taxIds.filter((taxId) => isFree(world, taxId))];
  const present = taxIds.filter((taxId) => !free.includes(taxId));
  if (!isInForce(world)) return { outcome: 'refused', refusal: noContract(world) };
  const months = free.length > 0 ? plannedMonths(world, free.length, asked) : [];
  if ('reason' in months) return { outcome: 'refused', refusal: months };
  const lastMonth = months.at(-1);
  if (lastMonth) {
    for (const taxId of free) {
      move(world, months.length, 'available', 'held');
      world.holds.push({ requestId, taxId, amount: months.length, lastMonth });
      open(world, taxId, 'monitoring', requestId);
    }
  }
  world.loads[requestId] = { asOf, taxIds: free, months };
  return { outcome: 'reserved', months: months.length, expiresOn: lastMonth ? lastDay(world, lastMonth) : asOf, present };
}

type Accepted = Pick<Load, 'asOf' | 'months'>;

export function settle(world: World, { requestId, documents }: PayloadOf<'access.settle'>, { asOf, months }: Accepted): unknown {
  const elsewhere = documents.filter(({ taxId }) => isMonitoredSince(world, taxId, asOf));
  openFree(
    world,
    requestId,
    documents.filter((document) => !elsewhere.includes(document)),
    'monitoring',
  );
  for (const { taxId, loaded } of documents) if (!loaded && isOwn(world, requestId, taxId)) fail(world, taxId);
  const own = documents.filter(({ taxId, loaded }) => loaded && isOwn(world, requestId, taxId));
  const isPaid = pay(
    world,
    requestId,
    own.map(({ taxId }) => taxId),
    { asOf, months },
  );
  for (const { taxId } of own) {
    world.accesses[taxId]!.state = isPaid ? 'active' : 'expired';
    if (isPaid) world.monitorings[taxId] = { startedOn: asOf, months };
    else world.accesses[taxId]!.until = world.now;
  }
  charge(world, documents);
  const present = documents.filter(({ taxId, loaded }) => loaded && !own.some((one) => one.taxId === taxId));
  return { activationFailed: isPaid ? 0 : own.length, present: present.map(({ taxId }) => documentOf(taxId)) };
}

function isOwn(world: World, requestId: string, taxId: string): boolean {
  return world.accesses[taxId]?.requestId === requestId && stateOf(world, taxId) === 'pending';
}

/** Another request has paid for it meanwhile, and its months may be over. */
function isMonitoredSince(world: World, taxId: string, day: Day): boolean {
  const lastMonth = world.monitorings[taxId]?.months.at(-1);
  return lastMonth !== undefined && lastDay(world, lastMonth) >= day;
}

/** Returns what is set aside, then pays for all or none. Profiles without their hold can be paid only on the day of the request. */
function pay(world: World, requestId: string, taxIds: string[], { asOf, months }: Accepted): boolean {
  const isCovered = taxIds.every((taxId) => world.holds.some((hold) => hold.requestId === requestId && hold.taxId === taxId));
  abandon(world, requestId);
  const cost = taxIds.length * months.length;
  const isPossible = months.every((month) => isWithinContract(world, month)) && cost <= world.quota.available;
  if (!isCovered && (!isPossible || asOf !== today(world))) return false;
  move(world, cost, 'available', 'consumed');
  return true;
}

/**
 * A query takes no months. It is opened and ended at once, unless another request has reserved months for the document: no request is on
 * record here.
 */
export function query(world: World, { requestId, documents }: PayloadOf<'access.settle'>): unknown {
  openFree(world, requestId, documents, 'query');
  const opened = documents.filter(({ taxId }) => isOwn(world, requestId, taxId));
  const [state, until] = [isInForce(world) ? ('active' as const) : ('expired' as const), world.now + queryMs];
  for (const { taxId } of opened) world.accesses[taxId] = { state, mode: 'query', requestId, until };
  charge(world, documents);
  const present = documents.filter((document) => !opened.includes(document));
  return { activationFailed: 0, present: present.map(({ taxId }) => documentOf(taxId)) };
}

/** Everything under way is abandoned. */
export function abandonAll(world: World): void {
  for (const requestId of [...Object.keys(world.loads), ...Object.keys(world.updates)]) abandon(world, requestId);
  for (const [taxId, { state }] of Object.entries(world.accesses)) if (state === 'pending') fail(world, taxId);
}

function abandon(world: World, requestId: string): void {
  for (const hold of world.holds.filter((one) => one.requestId === requestId)) revoke(world, hold);
}

function openFree(world: World, requestId: string, documents: { taxId: string }[], mode: 'monitoring' | 'query'): void {
  for (const { taxId } of documents) if (isFree(world, taxId)) open(world, taxId, mode, requestId);
}

function charge(world: World, documents: { taxId: string; loaded: boolean }[]): void {
  world.charged = [...new Set([...world.charged, ...documents.filter(({ loaded }) => loaded).map(({ taxId }) => taxId)])];
}
