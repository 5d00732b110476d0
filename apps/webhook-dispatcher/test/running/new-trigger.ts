import { randomUUID } from 'node:crypto';
import { triggerIdOf } from '../../src/domain/envelope.js';
import type { Trigger } from '../../src/events/trigger.js';

export function newTrigger(corporationId: string, taxId: string): Trigger {
  const requestId = randomUUID();
  return { requestId, triggerId: triggerIdOf(requestId), corporationId, docType: 'RUC', taxId, mode: 'query', correlationId: requestId };
}
