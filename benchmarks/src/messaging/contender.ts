import type { BrokerKind } from '../servers.js';

/** One way to send a request to another process and to get the answer. */
export interface Contender {
  name: string;
  brokers: readonly BrokerKind[];
  /** Runs in the answering process; returns the address to connect to. */
  serve(brokerUrl: string): Promise<string>;
  /** Runs in the asking process. */
  connect(address: string): Promise<Asker>;
}

export interface Asker {
  ask(): Promise<unknown>;
  close(): Promise<void>;
}

export const servedAtOnce = 50;

export const question = { corporationId: '3f0b4c1e-9a57-4c1f-8b9e-7d100d4f6a52' };

const contract = {
  contractId: '0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10',
  corporationId: question.corporationId,
  kind: 'one_time' as const,
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  quotaMonths: 12,
  excludedSections: [],
  documentPriceCents: 0,
  quota: null,
  phase: 'in_force' as const,
  endChanges: [],
};

/** About 0.6 KB. */
export const answer = { contracts: [contract, contract, contract] };
