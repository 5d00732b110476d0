import { calendarMonths } from '../../src/domain/month-grid.js';
import { endOfLimaDay, type Day } from '../../src/domain/lima-day.js';
import { expiresOn } from '../../src/domain/monitoring.js';
import { planLoad } from '../../src/domain/plan-load.js';
import { rucDocument } from '../quota-client.js';
import { refusedAs, type Command } from './command.js';
import { isInForce, move, releaseHold, stateOf, today, type Hold, type World } from './world.js';

const by = { actor: 'test', reason: 'simulation' };

export function amend({ contractId }: World, commandId: string, endsOn: Day): Command {
  const foretell = (to: World) => {
    if (!isInForce(to) || endsOn < to.contract.startsOn || endsOn < today(to)) return refusedAs('conflict');
    const lastMonth = calendarMonths.index(endsOn);
    for (const hold of to.holds.filter((one) => one.lastMonth > lastMonth)) revoke(to, hold);
    for (const monitoring of Object.values(to.monitorings)) {
      move(to, 'return', Math.max(0, monitoring.lastMonth - lastMonth));
      monitoring.lastMonth = Math.min(monitoring.lastMonth, lastMonth);
    }
    to.contract.endsOn = endsOn;
    return { endsOn, quota: to.balances };
  };
  const amendment = { commandId, contractId, endsOn, ...by };
  return {
    send: (connection) => connection.ask('contracts.amend', amendment).then(({ endsOn: end, quota }) => ({ endsOn: end, quota })),
    foretell,
  };
}

export function adjust({ contractId }: World, commandId: string, months: number, revokeHolds: boolean): Command {
  const foretell = (to: World) => {
    const [before, holds] = [to.balances, to.holds];
    for (const hold of revokeHolds ? [...holds].reverse() : []) if (to.balances.available < -months) revoke(to, hold);
    if (to.balances.available < -months) {
      [to.balances, to.holds] = [before, holds];
      return refusedAs('conflict');
    }
    move(to, months > 0 ? 'grant' : 'adjust', Math.abs(months));
    return { quota: to.balances };
  };
  const adjustment = { commandId, contractId, months, revokeHolds, ...by };
  return { send: (connection) => connection.ask('quota.adjust', adjustment).then(({ quota }) => ({ quota })), foretell };
}

function revoke(world: World, { requestId, taxId, amount }: Hold): void {
  releaseHold(world, requestId, taxId);
  move(world, 'void', amount);
}

export function activate({ corporationId }: World, requestId: string, taxIds: string[], months?: number): Command {
  const payload = { requestId, corporationId, documents: taxIds.map(rucDocument), ...(months && { months }) };
  const foretell = (to: World) => {
    if (!isInForce(to)) return { outcome: 'refused', reason: 'contract_not_active', fittingMonths: 0 };
    const isKnown = (taxId: string) => {
      const [state, mode] = [stateOf(to, taxId), to.accesses[taxId]?.mode];
      return state === 'active' || (state === 'expired' && mode === 'monitoring');
    };
    if (!taxIds.every(isKnown)) return refusedAs('conflict');
    const begun = taxIds.filter((taxId) => !(stateOf(to, taxId) === 'active' && to.accesses[taxId]!.mode === 'monitoring'));
    if (begun.length === 0) return { outcome: 'activated', months: 0, expiresOn: null, profiles: 0 };
    const plan = planLoad({ profiles: begun.length, months }, to.contract, to.balances.available, today(to));
    if ('outcome' in plan) return plan;
    move(to, 'deduct', plan.cost);
    for (const taxId of begun) {
      to.accesses[taxId] = { state: 'active', mode: 'monitoring', requestId };
      to.monitorings[taxId] = { startedOn: today(to), lastMonth: plan.lastMonth };
    }
    return { outcome: 'activated', months: plan.months, expiresOn: expiresOn(plan.lastMonth, to.contract), profiles: begun.length };
  };
  return { send: (connection) => connection.ask('access.activate', payload), foretell, isFinal: true };
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Before midnight in Lima, at midnight, and at noon. A minute later each time, so that no end of a query is met to the second. */
const untilMidnightMs = { evening: -55 * minuteMs, midnight: 0, noon: 12 * 60 * minuteMs };
export type PartOfDay = keyof typeof untilMidnightMs;

export function passTime(world: World, days: number, part: PartOfDay): Command {
  const later = new Date(world.now + days * dayMs);
  const midnight = endOfLimaDay(today({ ...world, now: later.getTime() })).getTime();
  const now = Math.max(midnight + untilMidnightMs[part] + world.jumps * minuteMs, world.now);
  const foretell = (to: World) => {
    to.now = now;
    to.jumps += 1;
  };
  return { send: (_, { billing }) => billing.itIs(new Date(now).toISOString()), foretell };
}
