import { testOrigin } from '@vigia/testing';
import type { Command } from './command.js';
import * as model from './model/updates.js';
import { documentOf, settledOnce, type Update, type World } from './model/world.js';

export function reserveUpdate(world: World, requestId: string, taxIds: string[], months?: number): Command {
  const payload = { requestId, corporationId: world.corporationId, origin: testOrigin, taxIds, ...(months && { months }) };
  return {
    send: (connection) => connection.ask('reprocess.reserve', payload),
    foretell: (to) => model.reserve(to, payload),
    isFinal: true,
  };
}

export function settleUpdate(world: World, requestId: string, isLoaded: boolean[]): Command {
  const update = world.updates[requestId] as Update;
  const documents = update.profiles.map(({ taxId }, i) => ({ ...documentOf(taxId), loaded: isLoaded[i]! }));
  const settlement = { requestId, corporationId: world.corporationId, documents };
  const foretell = (to: World) => settledOnce(to, requestId, () => model.settle(to, requestId, update, isLoaded));
  return { send: (connection) => connection.reprocess(settlement), foretell, isFinal: true };
}
