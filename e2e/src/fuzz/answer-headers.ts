import type { Operation, Schema } from './operations.js';
import type { Answer } from './request.js';
import { faultsOf } from './schema-faults.js';

/** Headers that HTTP itself requires about the bytes and the connection. */
const ofTheProtocol = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
]);

/** A header that is sent but not documented. */
export function undocumentedHeader({ responses }: Operation, { status, headers }: Answer): string | false {
  const documented = new Set(Object.keys(responses[status]?.headers ?? {}).map((name) => name.toLowerCase()));
  const unknown = Object.keys(headers).find((name) => !documented.has(name) && !ofTheProtocol.has(name));
  return unknown !== undefined && `${status} with ${unknown}`;
}

/** A documented header that is not sent, or that does not match its description. */
export function wrongHeader({ responses }: Operation, { status, headers }: Answer): string | false {
  for (const [name, { required, schema }] of Object.entries(responses[status]?.headers ?? {})) {
    const value = headers[name.toLowerCase()];
    if (value === undefined && required) return `${status} without ${name}`;
    const [fault] = value === undefined ? [] : faultsOf(schema, valueAs(schema, value));
    if (fault) return `${status} with ${name} ${value}: ${fault.message}`;
  }
  return false;
}

/** A header is text, and so are the parameters of a path or a query. */
export function valueAs({ type }: Schema, text: string): unknown {
  const isNumber = (type === 'integer' || type === 'number') && /^-?[0-9]+$/.test(text);
  if (isNumber) return Number(text);
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}
