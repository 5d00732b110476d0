import type { Call } from './oracle.js';
import type { Link, Operation } from './operations.js';
import type { Answer, Draft, Json } from './request.js';
import { asText } from './places.js';

/** A call that shows whether the statement of an answer has come true. */
interface FollowUp {
  operation: Operation;
  draft: Draft;
  rule: string;
  isBroken: (answer: Answer) => boolean;
}

const none = (path: Draft['path'] = {}, query: Draft['query'] = []): Draft => ({ path, query, header: {}, body: undefined });
const isDone = ({ status }: Answer) => status < 300;

/** After a successful call. */
export function followUpsOf(call: Call, answer: Answer, operations: Operation[]): FollowUp[] {
  const { method } = call.operation;
  if (!isDone(answer) || call.draft.method !== undefined) return [];
  return [
    ...linksOf(call, answer, operations),
    ...(method === 'POST' ? found(call, answer, operations) : []),
    ...(method === 'DELETE' ? gone(call, operations) : []),
  ];
}

function at(operations: Operation[], method: string, path: string): Operation[] {
  return operations.filter((one) => one.method === method && one.path === path);
}

/** A created object can be read by its id, or else it is in the list that it was added to. */
function found({ operation: { path }, draft }: Call, answer: Answer, operations: Operation[]): FollowUp[] {
  const child = operations.find((one) => one.path.startsWith(`${path}/{`));
  const [, name = ''] = /^\/\{([^}]+)\}/.exec(child?.path.slice(path.length) ?? '') ?? [];
  const id = valueIn(parsed(answer), name);
  if (id === undefined) return [];
  const rule = 'what was created cannot be found';
  const [byId] = at(operations, 'GET', `${path}/{${name}}`);
  if (byId) return [{ operation: byId, draft: none({ ...draft.path, [name]: id }), rule, isBroken: (got) => !isDone(got) }];
  const isMissing = ({ text }: Answer) => !text.includes(id);
  return at(operations, 'GET', path).map((operation) => ({ operation, draft: none(draft.path), rule, isBroken: isMissing }));
}

/** A deleted object cannot be deleted again, read, or found in its list. An answer with a body means that something stays. */
function gone({ operation, draft }: Call, operations: Operation[]): FollowUp[] {
  if (!('204' in operation.responses)) return [];
  const rule = 'what was deleted is still there';
  const [, list = '', name = ''] = /^(.*)\/\{([^}]+)\}$/.exec(operation.path) ?? [];
  const id = draft.path[name] ?? '';
  const again = [operation, ...at(operations, 'GET', operation.path)];
  return [
    ...again.map((one) => ({ operation: one, draft: none(draft.path), rule, isBroken: isDone })),
    ...at(operations, 'GET', list).map((one) => {
      return { operation: one, draft: none(draft.path), rule, isBroken: (got: Answer) => isDone(got) && got.text.includes(id) };
    }),
  ];
}

/** The target of a link exists, and it contains what the link took from the answer. */
function linksOf({ operation: { responses }, draft }: Call, answer: Answer, operations: Operation[]): FollowUp[] {
  return Object.values(responses[answer.status]?.links ?? {}).flatMap(({ operationId, parameters }) =>
    operations
      .filter((one) => one.operationId === operationId)
      .map((operation) => {
        const given = Object.entries(parameters).map(([name, value]) => [name, filled(value, draft, answer)] as const);
        const inPath = given.filter(([name]) => operation.path.includes(`{${name}}`));
        const inQuery = given.filter(([name]) => !operation.path.includes(`{${name}}`));
        const taken = given.filter(([name]) => parameters[name]?.startsWith('$response')).map(([, value]) => value);
        const isBroken = (got: Answer) => !isDone(got) || taken.some((value) => !got.text.includes(value));
        return {
          operation,
          draft: none(Object.fromEntries(inPath), [...inQuery] as Draft['query']),
          rule: 'a link leads nowhere',
          isBroken,
        };
      }),
  );
}

/** A runtime expression of OpenAPI, or plain text. */
function filled(value: Link['parameters'][string], { body }: Draft, answer: Answer): string {
  const [, side, pointer = ''] = /^\$(request|response)\.body#\/(.*)$/.exec(value) ?? [];
  if (side === undefined) return value;
  const steps = pointer.split('/');
  const from = side === 'request' ? body : parsed(answer);
  return asText(steps.reduce<Json | undefined>((inner, step) => (inner as Record<string, Json> | undefined)?.[step], from) ?? null);
}

function parsed({ contentType, text }: Answer): Json | undefined {
  return contentType.startsWith('application/json') ? (JSON.parse(text) as Json) : undefined;
}

/** The first text under a name, at any depth. */
function valueIn(value: Json | undefined, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = key === name && typeof inner === 'string' ? inner : valueIn(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
