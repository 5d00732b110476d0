import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const storage = new AsyncLocalStorage<string>();

/** The id that ties together everything done for one call, over every queue and service. */
export function currentCorrelationId(): string | undefined {
  return storage.getStore();
}

export function withCorrelationId<T>(id: string | undefined, work: () => T): T {
  return storage.run(id ?? randomUUID(), work);
}
