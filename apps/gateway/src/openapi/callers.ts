import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsIn } from './operations-in.js';

/**
 * Over TLS a name that browsers accept only with Secure, for the whole host and for no other. Where a developer has no TLS,
 * they would refuse it.
 */
export const sessionCookies = { https: '__Host-vigia', http: 'vigia' } as const;

const origin = {
  name: 'Origin',
  in: 'header',
  required: true,
  description: 'address of this service, as a browser sends it with a call of a page of its own; from elsewhere nothing is changed',
  schema: { type: 'string', format: 'uri' },
  example: 'https://vigia.example',
} as const;

/** What callers have to know beside the operations: who needs nothing, and that what changes something in the panel says where it comes from. */
export function describeCallers(document: OpenAPIObject): void {
  for (const { path, method, operation } of operationsIn(document)) {
    operation.security ??= [];
    if (method === 'get' || !path.startsWith('/panel/')) continue;
    operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/Origin' }];
  }
  document.components = { ...document.components, parameters: { Origin: origin } };
}
