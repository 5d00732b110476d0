import type { PayloadOf } from '@vigia/contracts';
import { requestCredential } from '@vigia/messaging';
import { ApiClient, type System, type TestCorporation } from '@vigia/testing';
import { askOperator, timeoutMs } from './ask-operator.js';

type Terms = Partial<Omit<PayloadOf<'contracts.create'>, 'corporationId'>>;
export type NewClient = ApiClient & TestCorporation;

const monthlyForEver = { kind: 'monthly', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 0 } as const;

/** A new corporation with the given terms, or without a contract, and its client. */
export async function newClient(system: System, terms: Terms | null = {}): Promise<NewClient> {
  return askOperator(system, async (messages) => {
    const { corporationId } = await messages.request('corporations.create', { name: 'Prueba' }, { timeoutMs });
    if (terms) await messages.request('contracts.create', { corporationId, ...monthlyForEver, ...terms }, { timeoutMs });
    const credential = await requestCredential(messages, corporationId, { timeoutMs });
    return Object.assign(new ApiClient(system.replicas('gateway')[0]!.url, credential), { corporationId, ...credential });
  });
}
