import { testOrigin } from '@vigia/testing';
import type { Command } from './command.js';
import { dayAt } from './model/calendar.js';
import * as model from './model/loads.js';
import { documentOf, settledOnce, type Load, type World } from './model/world.js';

export function reserve(world: World, requestId: string, taxIds: string[], months?: number): Command {
  const { corporationId } = world;
  const payload = { requestId, corporationId, origin: testOrigin, docType: 'RUC' as const, taxIds, ...(months && { months }) };
  return { send: (connection) => connection.ask('quota.reserve', payload), foretell: (to) => model.reserve(to, payload), isFinal: true };
}

export function settle(world: World, requestId: string, isLoaded: boolean[]): Command {
  const load = world.loads[requestId] as Load;
  const documents = load.taxIds.map((taxId, i) => ({ ...documentOf(taxId), loaded: isLoaded[i]! }));
  const settlement = { requestId, ...sent(world), mode: 'monitoring' as const, documents };
  const foretell = (to: World) => settledOnce(to, requestId, () => model.settle(to, settlement, load));
  return { send: (connection) => connection.settle(settlement), foretell, isFinal: true };
}

export function query(world: World, requestId: string, taxIds: string[]): Command {
  const documents = taxIds.map((taxId) => ({ ...documentOf(taxId), loaded: true }));
  const settlement = { requestId, ...sent(world), mode: 'query' as const, documents };
  return { send: (connection) => connection.settle(settlement), foretell: (to) => model.query(to, settlement), isFinal: true };
}

const sent = ({ corporationId, now }: World) => ({ corporationId, origin: testOrigin, acceptedOn: dayAt(now) });

/** As if the loader had died before it wrote the request. */
export function abandonAll(): Command {
  return { send: (_, real) => real.sweep(), foretell: (to) => model.abandonAll(to) };
}
