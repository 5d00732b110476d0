import type { PayloadOf, ReprocessRefusal, ReprocessVerdict } from '@vigia/contracts';
import { dayAt, monthOf, type Day, type Month } from './calendar.js';
import { noContract, tooDear, tooLong } from './refusals.js';
import {
  documentOf,
  endsAt,
  isInForce,
  isWithinContract,
  lastDay,
  monthsLeft,
  move,
  releaseHold,
  stateOf,
  today,
  type Renewal,
  type Update,
  type World,
} from './world.js';

const unstarted = (months: Month[], on: Day): Month[] => months.filter((month) => month > monthOf(on));

export function reserve(world: World, { requestId, taxIds, months }: PayloadOf<'reprocess.reserve'>): unknown {
  const profiles: Update['profiles'] = [];
  const documents = taxIds.map((taxId): ReprocessVerdict => {
    const renewal = plan(world, taxId, months);
    if (renewal && 'reason' in renewal) return { outcome: 'refused', taxId, refusal: renewal };
    profiles.push({ taxId, renewal });
    const refresh = { outcome: 'refresh' as const, ...documentOf(taxId) };
    if (!renewal) return { ...refresh, returned: 0, deducted: 0, expiresOn: null };
    const lastMonth = renewal.months.at(-1)!;
    const amount = renewal.months.length - renewal.returned.length;
    if (amount > 0) {
      move(world, amount, 'available', 'held');
      world.holds.push({ requestId, taxId, amount, lastMonth });
    }
    return { ...refresh, returned: renewal.returned.length, deducted: renewal.months.length, expiresOn: lastDay(world, lastMonth) };
  });
  world.updates[requestId] = { asOf: today(world), profiles };
  return { documents };
}

/** Null if the update takes no months. */
function plan(world: World, taxId: string, asked: number | undefined): Renewal | ReprocessRefusal | null {
  const [on, state, access] = [today(world), stateOf(world, taxId), world.accesses[taxId]];
  if (state === 'expired' && access?.mode === 'monitoring') {
    return { reason: 'monitoring_expired', endedOn: dayAt(endsAt(world, taxId) - 1) };
  }
  if (state !== 'active') return { reason: 'not_active' };
  if (!isInForce(world)) return noContract(world);
  if (access?.mode === 'query') return null;
  const room = monthsLeft(world, on);
  const returned = unstarted(world.monitorings[taxId]!.months, on);
  const wanted = asked ?? returned.length + 1;
  if (wanted > room.length) return tooLong(world, on, wanted);
  if (wanted > returned.length + world.quota.available) {
    return tooDear(world, on, { profiles: 1, months: wanted, returned: returned.length });
  }
  return { returned, months: room.slice(0, wanted) };
}

export function settle(world: World, requestId: string, { asOf, profiles }: Update, isLoaded: boolean[]): unknown {
  const refused = profiles.flatMap(({ taxId, renewal }, i) => {
    const held = releaseHold(world, requestId, taxId);
    if (held !== undefined) move(world, held, 'held', 'available');
    const refusal = renewal && isLoaded[i] ? renew(world, taxId, renewal, asOf) : undefined;
    return refusal ? [{ ...documentOf(taxId), refusal }] : [];
  });
  return { refused };
}

function renew(world: World, taxId: string, { returned, months }: Renewal, asOf: Day): ReprocessRefusal | undefined {
  const live = world.monitorings[taxId];
  const { mode, state, until } = world.accesses[taxId]!;
  const isOf = mode === 'monitoring' && until === undefined && (state === 'active' || state === 'expired');
  // Another forced update may have moved it to other months since.
  const isPaid = live && monthOf(live.startedOn) <= monthOf(asOf) && live.months.includes(monthOf(asOf));
  if (!live || !isOf || !isPaid || unstarted(live.months, asOf).length !== returned.length) {
    return { reason: 'monitoring_expired', endedOn: null };
  }
  if (!months.every((month) => isWithinContract(world, month))) return tooLong(world, asOf, months.length);
  if (world.quota.available + returned.length < months.length) {
    return tooDear(world, asOf, { profiles: 1, months: months.length, returned: returned.length });
  }
  move(world, returned.length, 'consumed', 'available');
  move(world, months.length, 'available', 'consumed');
  world.monitorings[taxId] = { startedOn: asOf > live.startedOn ? asOf : live.startedOn, months };
  return undefined;
}
