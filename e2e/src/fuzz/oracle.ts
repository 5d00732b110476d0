import { STATUS_CODES } from 'node:http';
import { undocumentedHeader, valueAs, wrongHeader } from './answer-headers.js';
import type { Change } from './changes.js';
import { mayCall, type Credential } from './credentials.js';
import type { Operation } from './operations.js';
import { isEncodedAlready, type Answer, type Draft } from './request.js';
import { faultsOf } from './schema-faults.js';
import { documents } from './values.js';

/** Everything that was known about a call when it was made. */
export interface Call {
  operation: Operation;
  credential: Credential;
  changes: Change[];
  draft: Draft;
  /** The path contains ids of the other corporation. */
  isForeign: boolean;
}

/** On an otherwise idle machine. */
export const longestMsAtRest = 5_000;

/** The rules that an answer breaks, each with what was seen. */
export function problemsOf(call: Call, answer: Answer, longestMs = longestMsAtRest): Record<string, string> {
  const { status } = answer;
  if (status === 0) return { 'no answer': answer.text };
  const body = bodyOf(answer);
  const problems = {
    'a fault of the service': status >= 500 && !isAllFailed(call, answer) && `${status}`,
    [`slower than ${longestMs / 1_000} s`]: answer.elapsedMs > longestMs && `${Math.round(answer.elapsedMs)} ms`,
    ...(call.draft.method === undefined ? againstDocument(call, answer, body) : { 'no Allow with a 405': noAllow(call, answer) }),
    'an error of another shape': status >= 400 && !isError(call, answer, body) && answer.text.slice(0, 200),
    'allowed to somebody who may not': status < 400 && !mayCall(call.operation, call.credential.role) && call.credential.name,
    'something of another corporation was found': status < 400 && call.isForeign && answer.text.slice(0, 200),
    'what must be refused was not': notRefused(call, answer),
    'a body that the document forbids was taken': status < 400 && forbidden(call),
    'a parameter that the document forbids was taken': status < 400 && forbiddenParameter(call),
  };
  return Object.fromEntries(Object.entries(problems).filter((one): one is [string, string] => typeof one[1] === 'string'));
}

function againstDocument(call: Call, answer: Answer, body: unknown): Record<string, string | false> {
  const { status } = answer;
  return {
    'an undocumented status': !(status in call.operation.responses) && `${status}`,
    'another content type than documented': otherType(call, answer),
    'another shape than documented': body !== undefined && !isNoHttp(answer) && otherShape(call, status, body),
    'a header that is not documented': undocumentedHeader(call.operation, answer),
    'another header than documented': wrongHeader(call.operation, answer),
  };
}

/** A readable path also supports HEAD. */
function noAllow({ operation: { methods } }: Call, { status, headers }: Answer): string | false {
  const documented = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
  return status === 405 && headers.allow !== documented && `${headers.allow} instead of ${documented}`;
}

/** The only 5xx with a cause in this world: a document that every source refuses. */
function isAllFailed({ operation, draft }: Call, { status }: Answer): boolean {
  return (
    status === 502 && '502' in operation.responses && (draft.body as { taxId?: unknown } | undefined)?.taxId === documents.allSourcesFail
  );
}

function bodyOf({ contentType, text }: Answer): unknown {
  if (!contentType.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function otherType({ operation }: Call, { status, contentType, text }: Answer): string | false {
  const documented = Object.keys(operation.responses[status]?.content ?? {});
  if (text === '' && (documented.length === 0 || contentType !== '')) return false;
  return !documented.includes(contentType.split(';', 1)[0] ?? '') && `${status} with ${contentType || 'none'}`;
}

function otherShape({ operation }: Call, status: number, body: unknown): string | false {
  const schema = operation.responses[status]?.content?.['application/json']?.schema;
  const [fault] = schema ? faultsOf(schema, body) : [];
  return fault !== undefined && `${status}: ${fault.instancePath || 'the body'} ${fault.message}`;
}

/** Refused before its path was known, so nothing about it is documented. */
function isNoHttp({ status, headers }: Answer): boolean {
  return status >= 400 && headers['x-correlation-id'] === undefined;
}

/** An error of the panel also has a code and parameters, unless the request could not be read as HTTP. */
function isError({ operation }: Call, answer: Answer, body: unknown): boolean {
  const { status } = answer;
  if (typeof body !== 'object' || body === null) return false;
  const { statusCode, error, message, ...more } = body as Record<string, unknown>;
  const isSaid = typeof message === 'string' && message !== '' && message.length <= 1_000;
  const besides = Object.keys(more).join();
  const isOfPanel = operation.path.startsWith('/panel/');
  const isWhole = besides === (isOfPanel ? 'code,params' : '') || (besides === '' && isNoHttp(answer));
  return statusCode === status && error === STATUS_CODES[status] && isSaid && isWhole;
}

/** Applies only to calls that are otherwise valid: right credential, own ids, one change. */
function notRefused({ operation, credential, isForeign, changes: [change, ...others] }: Call, { status }: Answer): string | false {
  if (!change?.refusedWith || others.length > 0 || isForeign || !mayCall(operation, credential.role)) return false;
  // A person who acts, or whose acts are refused, again and again has to wait, and so does one who lists their sessions again and again.
  const isLimited = operation.method !== 'GET' || operation.path === '/panel/v1/sessions';
  const hasToWait = status === 429 && operation.path.startsWith('/panel/') && isLimited;
  return !hasToWait && !change.refusedWith.includes(status) && status < 500 && `${status} instead of ${change.refusedWith.join(' or ')}`;
}

function forbiddenParameter({ operation: { parameters }, draft }: Call): string | false {
  for (const { in: where, name, schema } of parameters) {
    const given = where === 'query' ? draft.query.filter(([one]) => one === name).map(([, value]) => value) : [draft[where][name]];
    const [fault] = given.flatMap((text) => (text === undefined || isEncodedAlready(text) ? [] : faultsOf(schema, valueAs(schema, text))));
    if (fault) return `${where}.${name} ${fault.message}`;
  }
  return false;
}

function forbidden({ operation, draft }: Call): string | false {
  if (!operation.body || draft.text !== undefined) return false;
  const [fault] = faultsOf(operation.body, draft.body);
  return fault !== undefined && `${fault.instancePath || 'the body'} ${fault.message}`;
}
