import { randomUUID } from 'node:crypto';
import type { BasicCredentials, ContractKind, PayloadOf, SourceName } from '@vigia/contracts';
import { connectBroker, requestCredential, type RefusedMessage } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { PatientMessages } from '@vigia/testing';

export interface Account extends BasicCredentials {
  corporationId: string;
}

export type Operator = Awaited<ReturnType<typeof openOperator>>;

const waiting = { timeoutMs: 30_000 };

/** The acts of an operator, as messages that any gateway may take. */
export async function openOperator(brokerUrl: string) {
  const broker = await connectBroker({ url: brokerUrl, service: 'test-operator', logger: createLogger('test', { level: 'silent' }) });
  const messages = new PatientMessages(broker);
  return {
    async createAccount(): Promise<Account> {
      const { corporationId } = await messages.request('corporations.create', { name: 'Corporación de prueba' }, waiting);
      return { corporationId, ...(await requestCredential(messages, corporationId, waiting)) };
    },
    async createCredential(corporationId: string): Promise<Account> {
      return { corporationId, ...(await requestCredential(messages, corporationId, waiting)) };
    },
    /** With a contract, so that it may load. */
    async createCustomer(kind: ContractKind): Promise<Account> {
      const account = await this.createAccount();
      const terms = { corporationId: account.corporationId, kind, quotaMonths: kind === 'one_time' ? 1_000_000 : 0 };
      await messages.request('contracts.create', { ...terms, startsOn: '2020-01-01', endsOn: '2099-12-31' }, waiting);
      return account;
    },
    async createContract(corporationId: string, terms: Omit<PayloadOf<'contracts.create'>, 'corporationId'>): Promise<string> {
      return (await messages.request('contracts.create', { corporationId, ...terms }, waiting)).contractId;
    },
    amend: (contractId: string, endsOn: string, who: { actor: string; reason: string }) =>
      messages.request('contracts.amend', { commandId: randomUUID(), contractId, endsOn, ...who }, waiting),
    adjust: (contractId: string, months: number, who: { actor: string; reason: string }) =>
      messages.request('quota.adjust', { commandId: randomUUID(), contractId, months, ...who }, waiting),
    suspend: (corporationId: string) => messages.request('corporations.suspend', { corporationId }, waiting),
    resume: (corporationId: string) => messages.request('corporations.resume', { corporationId }, waiting),
    revoke: (accessKey: string) => messages.request('credentials.revoke', { accessKey }, waiting),
    /** While a source is paused, no load that needs it can end. */
    async whilePaused<T>(source: SourceName, work: () => Promise<T>): Promise<T> {
      await messages.request('sources.pause', { source, reason: 'prueba' }, waiting);
      try {
        return await work();
      } finally {
        await messages.request('sources.resume', { source }, waiting);
      }
    },
    refuse: (message: Omit<RefusedMessage, 'refusedAt'>) => broker.refuse(message),
    close: () => broker.close(),
  };
}
