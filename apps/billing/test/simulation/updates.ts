import type { PayloadOf, ReprocessVerdict } from '@vigia/contracts';
import { calendarMonths } from '../../src/domain/month-grid.js';
import { unstartedMonths } from '../../src/domain/monitoring.js';
import { planForcedUpdate, type ReprocessPlan } from '../../src/domain/plan-reprocess.js';
import { rucDocument } from '../quota-client.js';
import type { Command } from './command.js';
import { isInForce, lastMonthOf, move, releaseHold, settledOnce, stateOf, today, type Update, type World } from './world.js';

export function reserveUpdate(world: World, requestId: string, taxIds: string[], months?: number): Command {
  const payload = { requestId, corporationId: world.corporationId, taxIds, ...(months && { months }) };
  return {
    send: (connection) => connection.ask('reprocess.reserve', payload),
    foretell: (to) => foretellReserve(to, payload),
    isFinal: true,
  };
}

function foretellReserve(world: World, { requestId, taxIds, months }: PayloadOf<'reprocess.reserve'>): unknown {
  const [asOf, profiles]: [string, Update['profiles']] = [today(world), []];
  const contract = isInForce(world) ? world.contract : undefined;
  const verdicts = taxIds.map((taxId): ReprocessVerdict => {
    const available = contract ? world.balances.available : 0;
    const plan = planForcedUpdate(profileOf(world, taxId), { months, contract, available, today: asOf });
    if (plan && 'reason' in plan) return { outcome: 'refused', taxId, ...plan };
    if (plan) hold(world, requestId, taxId, plan);
    profiles.push({ taxId, plan: contract ? plan : null });
    const { returned = 0, deducted = 0, expiresOn = null } = plan ?? {};
    return { outcome: 'refresh', ...rucDocument(taxId), returned, deducted, expiresOn };
  });
  world.updates[requestId] = { asOf, profiles };
  return { documents: verdicts };
}

function profileOf(world: World, taxId: string) {
  const [access, state] = [world.accesses[taxId], stateOf(world, taxId)];
  if (!access || !state) return undefined;
  const isPaid = access.mode === 'monitoring' && state === 'active';
  return { state, mode: access.mode, lastMonth: isPaid ? world.monitorings[taxId]!.lastMonth : null };
}

function hold(world: World, requestId: string, taxId: string, { cost, lastMonth }: ReprocessPlan): void {
  if (cost <= 0) return;
  move(world, 'hold', cost);
  world.holds.push({ requestId, taxId, amount: cost, lastMonth });
}

export function settleUpdate(world: World, requestId: string, isLoaded: boolean[]): Command {
  const update = world.updates[requestId] as Update;
  const documents = update.profiles.map(({ taxId }, i) => ({ ...rucDocument(taxId), loaded: isLoaded[i]! }));
  const settlement = { requestId, corporationId: world.corporationId, documents };
  const foretell = (to: World) => settledOnce(to, requestId, () => ({ refused: foretellSettle(to, requestId, update, isLoaded) }));
  return { send: (connection) => connection.reprocess(settlement), foretell, isFinal: true };
}

function foretellSettle(world: World, requestId: string, { asOf, profiles }: Update, isLoaded: boolean[]): unknown[] {
  return profiles.flatMap(({ taxId, plan }, i) => {
    const held = releaseHold(world, requestId, taxId);
    if (held !== undefined) move(world, 'void', held);
    const reason = plan && isLoaded[i] ? renew(world, taxId, plan, asOf) : undefined;
    return reason ? [{ ...rucDocument(taxId), reason }] : [];
  });
}

function renew(world: World, taxId: string, { returned, deducted, lastMonth }: ReprocessPlan, asOf: string): string | undefined {
  const live = world.monitorings[taxId];
  const { mode, state, until } = world.accesses[taxId]!;
  const isOf = mode === 'monitoring' && until === undefined && (state === 'active' || state === 'expired');
  const isLater = live && calendarMonths.index(live.startedOn) > calendarMonths.index(asOf);
  if (!live || !isOf || isLater || unstartedMonths(live.lastMonth, asOf) !== returned) return 'monitoring_expired';
  if (lastMonth > lastMonthOf(world)) return 'months_exceed_contract';
  if (world.balances.available + returned < deducted) return 'quota_insufficient';
  move(world, 'return', returned);
  move(world, 'deduct', deducted);
  world.monitorings[taxId] = { startedOn: asOf > live.startedOn ? asOf : live.startedOn, lastMonth };
  return undefined;
}
