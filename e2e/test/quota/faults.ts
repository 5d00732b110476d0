import { randomUUID } from 'node:crypto';
import { sourceNames } from '@vigia/contracts';
import { waitUntil, type System } from '@vigia/testing';
import { controlSource } from '../../src/clients/control-source.js';
import { askOperator, timeoutMs, whilePaused } from '../../src/clients/ask-operator.js';
import type { NewClient } from '../../src/clients/new-client.js';
import { statementOf } from './statement.js';

/** Between the moment in which months are held for a load and the moment in which they are used. */
export async function whileQuotaDrops<T>(system: System, client: NewClient, months: number, load: () => Promise<T>): Promise<T> {
  const { loading } = await whilePaused(system, 'protestos', async () => {
    const begun = load();
    await waitUntil(async () => (await statementOf(client)).saldo_final.reservada > 0, { what: 'months are held' });
    await adjustQuota(system, client, -months);
    return { loading: begun };
  });
  return loading;
}

export async function adjustQuota(system: System, client: NewClient, months: number): Promise<void> {
  const contractId = (await statementOf(client)).contrato;
  const command = { commandId: randomUUID(), contractId, months, revokeHolds: true, actor: 'prueba', reason: 'prueba' };
  await askOperator(system, (messages) => messages.request('quota.adjust', command, { timeoutMs }));
}

/** An answer that is none is not asked for again, so that the load fails at once. */
export async function failEverySource(system: System, taxId: string): Promise<void> {
  await Promise.all(sourceNames.map((source) => controlSource(system, source, taxId, { outcome: 'malformed' })));
}

export async function withoutBilling<T>(system: System, work: () => Promise<T>): Promise<T> {
  await system.replicas('billing').at(-1)!.kill();
  try {
    return await work();
  } finally {
    await system.start('billing');
  }
}
