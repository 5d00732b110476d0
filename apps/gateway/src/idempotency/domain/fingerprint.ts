import { createHash } from 'node:crypto';

/** Two calls are the same when method, path and body are; in which order a client wrote the fields does not matter. */
export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(body, fieldsInOrder)}`)
    .digest();
}

function fieldsInOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
