import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsIn } from './operations-in.js';

/**
 * With TLS: a name that browsers accept only with Secure, for this host only. A browser would refuse it without TLS, which a developer may
 * not have.
 */
export const sessionCookies = { https: '__Host-vigia', http: 'vigia' } as const;

const origin = {
  name: 'Origin',
  in: 'header',
  required: true,
  description: 'address of this service, as a browser sends it from pages of this site; any other origin is refused',
  schema: { type: 'string', format: 'uri' },
  example: 'https://vigia.example',
} as const;

/**
 * Describes two rules for callers: who needs no authentication, and that a call which changes something in the panel must state its origin.
 */
export function describeCallers(document: OpenAPIObject): void {
  for (const { path, method, operation } of operationsIn(document)) {
    operation.security ??= [];
    if (method === 'get' || !path.startsWith('/panel/')) continue;
    operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/Origin' }];
  }
  document.components = { ...document.components, parameters: { Origin: origin } };
}
