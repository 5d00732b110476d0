import { base64, instantRule, type PanelOperation, type PanelRequest, VigiaError } from '@vigia/contracts';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

interface Given {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Returns the parts of a request that the operation declares, if they match its schemas. Faults in the query or the body are reported
 * first.
 */
export function requestCheck({ params, query, body }: PanelOperation): (given: Given) => PanelRequest<PanelOperation> {
  const [checkQuery, checkBody, checkParams] = [check(query, errorOf), check(body?.schema, errorOf), check(params, noSuchId)];
  return (given) => ({ query: checkQuery(given.query), body: checkBody(given.body), params: checkParams(given.params) });
}

type Checked = PanelRequest<PanelOperation>['query'];

function check(schema: TSchema | undefined, errorFor: (fault: Fault, schema: TSchema) => VigiaError): (given: unknown) => Checked {
  if (!schema) return () => undefined;
  const shape = Compile(schema);
  return (given) => {
    if (shape.Check(given)) return given as Checked;
    // An unknown field gives two faults; the one with this keyword does not name it.
    const [fault] = shape.Errors(given).filter(({ keyword }) => keyword !== 'boolean');
    throw errorFor(fault as Fault, schema);
  };
}

/** An impossible id gets the same answer as one that does not exist. */
function noSuchId(): VigiaError {
  return VigiaError.of('not_found');
}

interface Fault {
  keyword: string;
  instancePath: string;
  params: {
    additionalProperties?: string[];
    requiredProperties?: string[];
    allowedValues?: unknown[];
    format?: string;
    pattern?: string;
    limit?: number;
  };
  message: string;
}

interface Described {
  properties?: Record<string, { description?: string }>;
}

const formats: Record<string, string> = { 'date-time': instantRule };
const patterns: Record<string, string> = { [base64]: 'must be base64' };

function errorOf({ keyword, instancePath, params, message }: Fault, { properties = {} }: Described): VigiaError {
  const place = instancePath.slice(1).replaceAll('/', '.');
  const [named] = params.additionalProperties ?? params.requiredProperties ?? [];
  const field = named === undefined ? place : [...(place ? [place] : []), named].join('.');
  const bad = (detail: string) =>
    VigiaError.of('bad_request', { detail, field, rule: keyword, ...(params.limit !== undefined && { limit: params.limit }) });
  if (params.additionalProperties) return bad(`unknown field ${field}`);
  if (keyword === 'enum') return bad(`${place} must be one of ${params.allowedValues?.join(', ')}`);
  if (keyword === 'format') return bad(`${place} must be ${formats[params.format ?? ''] ?? 'well-formed'}`);
  if (keyword === 'pattern') return bad(`${place} ${patterns[params.pattern ?? ''] ?? notWellFormed(properties[place]?.description)}`);
  if (keyword === 'type' && place === '') return VigiaError.of('body_not_object');
  return bad(`${place} ${message}`.trim());
}

/** In the words of the API reference. */
function notWellFormed(description: string | undefined): string {
  return `is not well-formed${description === undefined ? '' : `: ${description}`}`;
}
