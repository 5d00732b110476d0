import type { OpenAPIObject } from '@nestjs/swagger';
import { VigiaError } from '@vigia/contracts';
import { errorAnswer } from '@vigia/service-kit';
import { insteadOf } from '../routes/instead-of.js';
import { type DescribedAnswer, type DescribedOperation, operationsIn } from './operations-in.js';

type Described = Record<string, { properties?: object } | undefined>;

/** The examples of refusals whose text depends on what a call takes: each operation shows what it would answer itself. */
export function describeUnknownNames(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Described;
  for (const { path, operation } of operationsIn(document)) {
    const known = (operation.parameters ?? []).flatMap((one) => ('name' in one && one.in === 'query' ? [one.name] : []));
    const fields = fieldsOf(operation, schemas);
    const fault = fields ? unknownField(fields, path) : { detail: `${known[0]} is not UTF-8 in percent encoding` };
    showIn(operation, path, {
      parameter_unknown: VigiaError.of('parameter_unknown', { name: 'fehca', instead: insteadOf('fehca', known, 'parameters') }),
      // Without parameters, one that is given twice is unknown.
      parameter_repeated: known[0] === undefined ? undefined : VigiaError.of('parameter_repeated', { name: known[0] }),
      bad_request: VigiaError.of('bad_request', fault),
    });
  }
}

function unknownField(fields: string[], path: string) {
  if (path.startsWith('/panel/')) return { detail: 'unknown field monts', field: 'monts', rule: 'additionalProperties' };
  return { detail: `unknown field monts; ${insteadOf('monts', fields, 'fields')}` };
}

/** Undefined if the operation takes no body. */
function fieldsOf({ requestBody }: DescribedOperation, schemas: Described): string[] | undefined {
  const schema = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined;
  if (!schema) return undefined;
  return Object.keys(('$ref' in schema ? schemas[schema.$ref.split('/').at(-1)!] : schema)?.properties ?? {});
}

/** Copies, because operations may share the answer of a decorator. */
function showIn(operation: DescribedOperation, path: string, errors: Record<string, VigiaError | undefined>): void {
  const answer = operation.responses['400'] as DescribedAnswer | undefined;
  const json = answer?.content?.['application/json'];
  if (!json?.examples) return;
  const shown = Object.entries(json.examples).flatMap(([code, example]) => {
    if (!(code in errors)) return [[code, example] as const];
    const error = errors[code];
    return error ? [[code, { ...example, value: errorAnswer(error, path) }] as const] : [];
  });
  const content = { 'application/json': { ...json, examples: Object.fromEntries(shown) } };
  operation.responses = { ...operation.responses, 400: { ...answer, description: shown.map(([code]) => code).join(', '), content } };
}
