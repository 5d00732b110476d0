import type { PayloadOf } from '@vigia/contracts';
import type { Day } from './calendar.js';
import { plannedMonths } from './loads.js';
import { noContract } from './refusals.js';
import { isInForce, isWithinContract, lastDay, move, revoke, stateOf, today, type World } from './world.js';

export function amend(world: World, endsOn: Day): unknown {
  if (!isInForce(world)) return { error: 'contract_ended' };
  if (endsOn < world.contract.startsOn) return { error: 'contract_end_too_early' };
  if (endsOn < today(world)) return { error: 'contract_end_passed' };
  world.contract.endsOn = endsOn;
  for (const hold of world.holds.filter(({ lastMonth }) => !isWithinContract(world, lastMonth))) revoke(world, hold);
  for (const monitoring of Object.values(world.monitorings)) {
    const kept = monitoring.months.filter((month) => isWithinContract(world, month));
    move(world, monitoring.months.length - kept.length, 'consumed', 'available');
    monitoring.months = kept;
  }
  return { endsOn, quota: world.quota };
}

export function adjust(world: World, months: number, revokeHolds: boolean): unknown {
  if (months > 0 && !isInForce(world)) return { error: 'contract_ended' };
  const [before, holds] = [world.quota, world.holds];
  for (const hold of revokeHolds ? [...holds].reverse() : []) if (world.quota.available < -months) revoke(world, hold);
  if (world.quota.available < -months) {
    [world.quota, world.holds] = [before, holds];
    return { error: 'months_not_available' };
  }
  move(world, months, 'outside', 'available');
  return { quota: world.quota };
}

export function activate(world: World, { requestId, documents, months: asked }: PayloadOf<'access.activate'>): unknown {
  if (!isInForce(world)) return { outcome: 'refused', refusal: noContract(world) };
  const taxIds = documents.map(({ taxId }) => taxId);
  const modeOf = (taxId: string) => world.accesses[taxId]?.mode;
  const isActive = (taxId: string) => stateOf(world, taxId) === 'active';
  const isKnown = (taxId: string) => isActive(taxId) || (stateOf(world, taxId) === 'expired' && modeOf(taxId) === 'monitoring');
  if (!taxIds.every(isKnown)) return { error: 'not_in_portfolio' };
  const begun = taxIds.filter((taxId) => !(isActive(taxId) && modeOf(taxId) === 'monitoring'));
  if (begun.length === 0) return { outcome: 'activated', months: 0, expiresOn: null, profiles: 0 };
  const months = plannedMonths(world, begun.length, asked);
  if ('reason' in months) return { outcome: 'refused', refusal: months };
  move(world, begun.length * months.length, 'available', 'consumed');
  for (const taxId of begun) {
    world.accesses[taxId] = { state: 'active', mode: 'monitoring', requestId };
    world.monitorings[taxId] = { startedOn: today(world), months };
  }
  return { outcome: 'activated', months: months.length, expiresOn: lastDay(world, months.at(-1)!), profiles: begun.length };
}
