import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse, type OpenAPIObject } from '@nestjs/swagger';
import { answersOf, type DescribedAnswer, type DescribedOperation, operationsIn } from './operations-in.js';

type Header = Exclude<NonNullable<DescribedAnswer['headers']>[string], { $ref: string }>;

const count = { type: 'integer', minimum: 0 } as const;
const seconds = { type: 'integer', minimum: 1 } as const;
const uuid = { type: 'string', format: 'uuid' } as const;

/** A header that an operation declares itself. It is sent whenever the operation is done. */
export function textHeader(description: string): Header {
  return { description, required: true, schema: { type: 'string' } };
}

export const entityTag = textHeader('entity tag of the summary, which changes with it');

/** A caller may name the summary that it has, and gets 304 while nothing has changed. */
export function ApiKnownTag(): MethodDecorator {
  return applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' }, description: '`ETag` of the summary that you have' }),
    ApiResponse({ status: 304, description: 'the summary that you have is the current one', headers: { ETag: entityTag } }),
  );
}

/** Headers that follow from an operation and a status. */
const known: Record<string, Header> = {
  'X-Error-Code': {
    description: 'stable code of the error: that of the example with the same message. New codes may come',
    schema: { type: 'string' },
  },
  'X-Correlation-Id': { description: 'id of this call in the logs of Vigía', schema: uuid },
  'RateLimit-Limit': {
    description:
      'most calls in a burst: per credential or signed-in user, or per address without a valid one; for a token, a sign-in and a password set by a link ' +
      'always per address; for your own sessions and password per session',
    schema: count,
  },
  'RateLimit-Remaining': { description: 'calls left in the burst', schema: count },
  'RateLimit-Reset': { description: 'seconds until the whole burst is available again', schema: count },
  'WWW-Authenticate': { description: 'authentication that the call needs', schema: { type: 'string' } },
  'Retry-After': { description: 'seconds to wait before another try', schema: seconds },
  'X-Request-Id': { description: 'id of the request, which its lines of the statement have as `solicitud`', schema: uuid },
};

const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
export const headersOfManyAnswers = ['X-Error-Code', 'X-Correlation-Id', ...limits, 'X-Request-Id'];
/** Statuses of the parser when it cannot read the request. */
const unread = [400, 408, 431];
/** Only the parser gives these. */
const ofParser = [408, 431];
const waiting = [429, 503];

/** A limit that cannot be read gives one of these. */
const faults = [500, 503];

/** `always`, or only if the call came far enough before it was refused. */
function presenceOf(operation: DescribedOperation, status: number): [names: string[], always: boolean][] {
  const isDone = status < 400;
  return [
    [isDone ? [] : ['X-Error-Code'], true],
    [['X-Correlation-Id'], !unread.includes(status)],
    [ofParser.includes(status) ? [] : limits, ![...unread, ...faults].includes(status)],
    [status === 401 ? ['WWW-Authenticate'] : [], true],
    [waiting.includes(status) ? ['Retry-After'] : [], true],
    [mayCost(operation) && !ofParser.includes(status) ? ['X-Request-Id'] : [], isDone],
  ];
}

function mayCost({ parameters = [] }: DescribedOperation): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key');
}

/** Also sent if the bytes are gone, which is a conflict. */
const bodyHash = 'X-Body-SHA256';

const nameOf = (header: string, always: boolean) => (always ? header : `${header}-optional`);

/** Adds them to the headers that an operation declares itself. */
export function describeAnswerHeaders(document: OpenAPIObject): void {
  for (const { operation } of operationsIn(document)) {
    const answers = answersOf(operation);
    const hash = answers.map(([, { headers }]) => headers?.[bodyHash]).find((header) => header !== undefined);
    for (const [status, answer] of answers) {
      const given = presenceOf(operation, status).flatMap(([names, always]) =>
        names.map((name) => [name, { $ref: `#/components/headers/${nameOf(name, always)}` }] as const),
      );
      answer.headers = { ...Object.fromEntries(given), ...(hash && status === 409 && { [bodyHash]: hash }), ...answer.headers };
    }
  }
  const alwaysSent = new Set(['X-Error-Code', 'Retry-After', 'WWW-Authenticate']);
  const described = Object.entries(known).flatMap(([name, header]) => [
    [nameOf(name, true), { ...header, required: true }] as const,
    ...(alwaysSent.has(name) ? [] : [[nameOf(name, false), { ...header, required: false }] as const]),
  ]);
  document.components = { ...document.components, headers: Object.fromEntries(described) };
}
