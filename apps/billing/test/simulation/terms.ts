import { testOrigin } from '@vigia/testing';
import type { Command } from './command.js';
import { dayAt, endOf, type Day } from './model/calendar.js';
import * as model from './model/terms.js';
import { documentOf, type World } from './model/world.js';

const by = { actor: 'test', reason: 'simulation' };

export function amend({ contractId }: World, commandId: string, endsOn: Day): Command {
  const amendment = { commandId, contractId, endsOn, ...by };
  return {
    send: (connection) => connection.ask('contracts.amend', amendment).then(({ endsOn: end, quota }) => ({ endsOn: end, quota })),
    foretell: (to) => model.amend(to, endsOn),
  };
}

export function adjust({ contractId }: World, commandId: string, months: number, revokeHolds: boolean): Command {
  const adjustment = { commandId, contractId, months, revokeHolds, ...by };
  return {
    send: (connection) => connection.ask('quota.adjust', adjustment).then(({ quota }) => ({ quota })),
    foretell: (to) => model.adjust(to, months, revokeHolds),
  };
}

export function activate({ corporationId }: World, requestId: string, taxIds: string[], months?: number): Command {
  const payload = { requestId, corporationId, origin: testOrigin, documents: taxIds.map(documentOf), ...(months && { months }) };
  return { send: (connection) => connection.ask('access.activate', payload), foretell: (to) => model.activate(to, payload), isFinal: true };
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Before midnight in Lima, at midnight, and at noon. Each time is a minute later, so that no query ends exactly then. */
const untilMidnightMs = { evening: -55 * minuteMs, midnight: 0, noon: 12 * 60 * minuteMs };
export type PartOfDay = keyof typeof untilMidnightMs;

export function passTime(world: World, days: number, part: PartOfDay): Command {
  const midnight = endOf(dayAt(world.now + days * dayMs));
  const now = Math.max(midnight + untilMidnightMs[part] + world.jumps * minuteMs, world.now);
  const foretell = (to: World) => {
    to.now = now;
    to.jumps += 1;
  };
  return { send: (_, { billing }) => billing.itIs(new Date(now).toISOString()), foretell };
}
