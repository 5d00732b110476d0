import type { PayloadOf } from '@vigia/contracts';
import { planLoad } from '../../src/domain/plan-load.js';
import { rucDocument } from '../quota-client.js';
import type { Command } from './command.js';
import { isFree, isInForce, lastMonthOf, move, releaseHold, settledOnce, stateOf, today, type Load, type World } from './world.js';

const queryMs = 48 * 3_600_000;

export function reserve(world: World, requestId: string, taxIds: string[], months?: number): Command {
  const { corporationId } = world;
  const payload: PayloadOf<'quota.reserve'> = { requestId, corporationId, docType: 'RUC', taxIds, ...(months && { months }) };
  return { send: (connection) => connection.ask('quota.reserve', payload), foretell: (to) => foretellReserve(to, payload), isFinal: true };
}

function foretellReserve(world: World, { requestId, taxIds, months }: PayloadOf<'quota.reserve'>): unknown {
  const [asOf, free] = [today(world), taxIds.filter((taxId) => isFree(world, taxId))];
  const present = taxIds.filter((taxId) => !free.includes(taxId));
  if (!isInForce(world)) return { outcome: 'refused', reason: 'contract_not_active', fittingMonths: 0 };
  const nothing = { months: 0, lastMonth: 0, cost: 0, expiresOn: asOf };
  const plan = free.length > 0 ? planLoad({ profiles: free.length, months }, world.contract, world.balances.available, asOf) : nothing;
  if ('outcome' in plan) return plan;
  if (free.length > 0) {
    move(world, 'hold', plan.cost);
    world.holds.push({ requestId, amount: plan.cost, lastMonth: plan.lastMonth });
    for (const taxId of free) world.accesses[taxId] = { state: 'pending', mode: 'monitoring', requestId };
  }
  world.loads[requestId] = { asOf, taxIds: free, plan };
  return { outcome: 'reserved', months: plan.months, expiresOn: plan.expiresOn, present };
}

export function settle(world: World, requestId: string, isLoaded: boolean[]): Command {
  const { asOf, taxIds, plan } = world.loads[requestId] as Load;
  const documents = taxIds.map((taxId, i) => ({ ...rucDocument(taxId), loaded: isLoaded[i]! }));
  const settlement = { requestId, corporationId: world.corporationId, mode: 'monitoring' as const, documents };
  const foretell = (to: World) => settledOnce(to, requestId, () => foretellSettle(to, settlement, { asOf, plan }));
  return { send: (connection) => connection.settle(settlement), foretell, isFinal: true };
}

function foretellSettle(
  world: World,
  { requestId, documents }: PayloadOf<'access.settle'>,
  { asOf, plan }: Pick<Load, 'asOf' | 'plan'>,
): unknown {
  openFree(world, requestId, documents, 'monitoring');
  const isOwn = (taxId: string) => world.accesses[taxId]?.requestId === requestId && stateOf(world, taxId) === 'pending';
  for (const { taxId, loaded } of documents) if (!loaded && isOwn(taxId)) world.accesses[taxId]!.state = 'failed';
  const own = documents.filter(({ taxId, loaded }) => loaded && isOwn(taxId));
  const paid = pay(world, requestId, own.length * plan.months, { asOf, plan });
  for (const { taxId } of own) {
    world.accesses[taxId]!.state = paid ? 'active' : 'expired';
    if (paid) world.monitorings[taxId] = { startedOn: asOf, lastMonth: plan.lastMonth };
    else world.accesses[taxId]!.until = world.now;
  }
  charge(world, documents);
  const present = documents.filter(({ taxId, loaded }) => loaded && !own.some((one) => one.taxId === taxId));
  return { activationFailed: paid ? 0 : own.length, present: present.map(({ taxId }) => rucDocument(taxId)) };
}

function pay(world: World, requestId: string, months: number, { asOf, plan }: Pick<Load, 'asOf' | 'plan'>): boolean {
  const held = releaseHold(world, requestId);
  if (held !== undefined) {
    move(world, 'commit', months);
    move(world, 'void', held - months);
    return true;
  }
  if (months === 0) return true;
  const fits = plan.lastMonth <= lastMonthOf(world) && months <= world.balances.available;
  if (!fits || asOf !== today(world)) return false;
  move(world, 'deduct', months);
  return true;
}

/** A query takes no months. It is opened and ended at once. */
export function query(world: World, requestId: string, taxIds: string[]): Command {
  const documents = taxIds.map((taxId) => ({ ...rucDocument(taxId), loaded: true }));
  const settlement = { requestId, corporationId: world.corporationId, mode: 'query' as const, documents };
  const foretell = (to: World) => {
    openFree(to, requestId, documents, 'query');
    const opened = taxIds.filter((taxId) => stateOf(to, taxId) === 'pending');
    const until = to.now + queryMs;
    for (const taxId of opened) to.accesses[taxId] = { state: isInForce(to) ? 'active' : 'expired', mode: 'query', requestId, until };
    charge(to, documents);
    return { activationFailed: 0, present: taxIds.filter((taxId) => !opened.includes(taxId)).map(rucDocument) };
  };
  return { send: (connection) => connection.settle(settlement), foretell, isFinal: true };
}

/** As when the loader died before it wrote the request down. */
export function abandonAll(): Command {
  const foretell = (to: World) => {
    for (const requestId of [...Object.keys(to.loads), ...Object.keys(to.updates)]) abandon(to, requestId);
    for (const access of Object.values(to.accesses)) if (access.state === 'pending') access.state = 'failed';
  };
  return { send: (_, real) => real.sweep(), foretell };
}

function abandon(world: World, requestId: string): void {
  for (const { amount, taxId } of world.holds.filter((hold) => hold.requestId === requestId)) {
    move(world, 'void', amount);
    releaseHold(world, requestId, taxId);
  }
}

function openFree(world: World, requestId: string, documents: { taxId: string }[], mode: 'monitoring' | 'query'): void {
  for (const { taxId } of documents) if (isFree(world, taxId)) world.accesses[taxId] = { state: 'pending', mode, requestId };
}

function charge(world: World, documents: { taxId: string; loaded: boolean }[]): void {
  world.charged = [...new Set([...world.charged, ...documents.filter(({ loaded }) => loaded).map(({ taxId }) => taxId)])];
}
