import { randomUUID } from 'node:crypto';
import { testOrigin } from '@vigia/testing';
import { triggerIdOf } from '../../src/domain/envelope.js';
import type { Trigger } from '../../src/events/trigger.js';

export function newTrigger(corporationId: string, taxId: string): Trigger {
  const requestId = randomUUID();
  const asked = { corporationId, docType: 'RUC', taxId, mode: 'query', origin: testOrigin } as const;
  return { requestId, triggerId: triggerIdOf(requestId), correlationId: requestId, traceParent: null, ...asked };
}
