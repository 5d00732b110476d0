import { createWebhook, receiversOnThisMachine, startSystem, startWebhookReceiver, type BrokerKind, type System } from '@vigia/testing';
import { newClient } from '../clients/new-client.js';
import { NoisyNeighbour } from './noisy-neighbour.js';
import { QuietCustomer } from './quiet-customer.js';

const oneTime = () => ({
  kind: 'one_time' as const,
  startsOn: '2020-01-01',
  endsOn: `${new Date().getUTCFullYear() + 1}-12-31`,
  quotaMonths: 100_000,
});

/** Neither of the two reaches its own limits, and a hanging source is given up sooner than in production. */
const environment = {
  ...receiversOnThisMachine,
  VIGIA_SOURCE_TIMEOUT_MS: '3000',
  VIGIA_TASK_DEADLINE_MS: '6000',
  VIGIA_LOAD_WAIT_MS: '30000',
  VIGIA_RATE_PER_SECOND: '1000',
  VIGIA_RATE_BURST: '1000',
  VIGIA_DOCUMENTS_PER_MINUTE: '100000',
};

/** As in production. */
const usualPatience = { VIGIA_START_TIMEOUT_MS: '10000', VIGIA_RESERVE_TIMEOUT_MS: '5000' };
const longPatience = {
  VIGIA_START_TIMEOUT_MS: '60000',
  VIGIA_RESERVE_TIMEOUT_MS: '30000',
  VIGIA_TASK_DEADLINE_MS: '30000',
  VIGIA_LOAD_WAIT_MS: '150000',
};

export interface Neighbours {
  system: System;
  quiet: QuietCustomer;
  noisy: NoisyNeighbour;
  stop(): Promise<void>;
}

/**
 * One system with a healthy customer and a customer with every kind of trouble, each with its own contract and receiver. Patient, the system
 * and its healthy customer wait until a busy machine has an answer.
 */
export async function startNeighbours(broker: BrokerKind, { arePatient = false } = {}): Promise<Neighbours> {
  const patience = arePatient ? longPatience : usualPatience;
  const system = await startSystem({ broker, environment: { ...environment, ...patience } });
  const receiver = await startWebhookReceiver();
  const hangingReceiver = await startWebhookReceiver(() => undefined);
  const quietClient = await newClient(system, oneTime());
  const noisyClient = await newClient(system, oneTime());
  await createWebhook(system.brokerUrl, quietClient.corporationId, { url: receiver.url });
  await createWebhook(system.brokerUrl, noisyClient.corporationId, { url: hangingReceiver.url });
  const quiet = new QuietCustomer(quietClient, receiver, arePatient);
  const noisy = await NoisyNeighbour.of(system, noisyClient, hangingReceiver);
  await quiet.pass();
  return {
    system,
    quiet,
    noisy,
    async stop() {
      await noisy.silence();
      await system.stop();
      receiver.close();
      hangingReceiver.close();
    },
  };
}
