import type { OpenAPIObject } from '@nestjs/swagger';
import { dayRangePattern } from '@vigia/contracts';
import { type DescribedOperation, operationsIn } from './operations-in.js';

const uuid = '5f0c2a1e-8d0b-4a52-9d0e-2f6c1b7a9e10';

/** By name, wherever the parameter occurs. Parameters that continue a page have no example: only the previous page gives their value. */
const byName: Record<string, string | number> = {
  taxId: '20990000019',
  docType: 'RUC',
  desde: '2026-11-01',
  hasta: '2026-11-30',
  since: '2026-11-20T00:00:00-05:00',
  limit: 10,
  seccion: 'boletin',
  formato: 'csv',
  separador: 'punto_y_coma',
  health: 'FAILED',
  contrato: uuid,
  requestId: uuid,
  sessionId: uuid,
  userId: uuid,
  configurationId: uuid,
  deliveryId: uuid,
  triggerId: 'trg_5f0c8a4e2b7d4f6a9c1e3d5b7f9a1c3e',
  'If-None-Match': 'W/"7t3hT2b0sJ1kq4mZ8xQd"',
};

/**
 * Adds an example to every parameter, because the framework's decorators leave it out if a schema is given, and to every day the range that
 * calls accept. Days that are fields have no pattern: a generator that reads a text as a day cannot also check its pattern.
 */
export function describeParameterExamples(document: OpenAPIObject): void {
  for (const { operation } of operationsIn(document)) {
    for (const parameter of operation.parameters ?? []) {
      if (!('name' in parameter)) continue;
      const example = byName[parameter.name];
      const isText = parameter.schema && 'type' in parameter.schema && parameter.schema.type === 'string';
      if (example !== undefined) parameter.example = isText ? String(example) : example;
      const isDay = parameter.schema && 'format' in parameter.schema && parameter.schema.format === 'date';
      // A copy, because the panel checks calls by this very schema and says in its own words what is wrong with a day.
      if (isDay) parameter.schema = { ...parameter.schema, pattern: dayRangePattern };
      if (parameter.name === 'Idempotency-Key') parameter.examples = keysFor(operation);
    }
  }
}

/** A key belongs to one call with one body: every example body has its own key, under the same name. */
function keysFor({ operationId, requestBody }: DescribedOperation): Record<string, { value: string }> {
  const bodies = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.examples : undefined;
  return Object.fromEntries(Object.keys(bodies ?? {}).map((name) => [name, { value: `${operationId}-${name}-0001` }]));
}
