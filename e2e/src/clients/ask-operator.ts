import { type SourceName, VigiaError } from '@vigia/contracts';
import { connectBroker, type Messages } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { PatientMessages, type System, waitUntil } from '@vigia/testing';

export const timeoutMs = 30_000;

/** A running system, of which an operator needs only the broker. */
export type Asked = Pick<System, 'brokerUrl'>;

/** Actions that no HTTP path offers, done as an operator does them: by messages to the running services. */
export async function askOperator<T>(system: Asked, ask: (messages: Messages) => Promise<T>): Promise<T> {
  const logger = createLogger('test', { level: 'silent' });
  const broker = await connectBroker({ url: system.brokerUrl, service: 'test-operator', logger });
  try {
    return await ask(new PatientMessages(broker));
  } finally {
    await broker.close();
  }
}

/** While a source is paused, no load that needs it can end. */
export async function whilePaused<T>(system: System, source: SourceName, work: () => Promise<T>): Promise<T> {
  await untilTaken(system, (messages) => messages.request('sources.pause', { source, reason: 'prueba' }, { timeoutMs }));
  try {
    return await work();
  } finally {
    await untilTaken(system, (messages) => messages.request('sources.resume', { source }, { timeoutMs }));
  }
}

/** Retries when a service says so, as it may while its broker has just forgotten everything. */
async function untilTaken(system: System, ask: (messages: Messages) => Promise<unknown>): Promise<void> {
  const isTaken = () =>
    askOperator(system, ask).then(
      () => true,
      (error: unknown) => {
        if (error instanceof VigiaError && error.code === 'unavailable') return false;
        throw error;
      },
    );
  await waitUntil(isTaken, { what: 'the operator is obeyed' });
}
