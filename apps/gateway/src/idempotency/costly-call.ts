import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { type Origin, VigiaError } from '@vigia/contracts';
import { currentCorrelationId } from '@vigia/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { errorsOf } from '../openapi/api-call.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the work of a costly call. */
    requestId?: string;
    /** The answer is that of an earlier call with the same idempotency key. */
    replayed?: true;
  }
}

/** Two calls are the same if method, path and body are; the order of the fields does not matter. */
export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(body, fieldsInOrder)}`)
    .digest();
}

function fieldsInOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A call that may cost months or money. The id of its work is returned in a header, however the call ends. */
export interface CostlyCall {
  corporationId: string;
  path: string;
  origin: Origin;
  /** Undefined without an `Idempotency-Key`. The id of the work is a new one, unless the key determines it. */
  once: { key: string; fingerprint: Buffer; requestId?: string } | undefined;
  nameRequest: (requestId: string) => void;
  /** If there is only one, its mark is in the log line of the call. */
  nameDocuments: (taxIds: string[]) => void;
}

const keyHeader = 'idempotency-key';
const requestHeader = 'x-request-id';
const acceptable = /^[\x20-\x7e]{1,255}$/;

export const Costly = createParamDecorator((_: unknown, context: ExecutionContext): CostlyCall => {
  const { corporationId, accessKey } = context.switchToHttp().getRequest<FastifyRequest>().caller!;
  return costlyCall(context, { corporationId, actor: `credential ${accessKey}` });
});

export function costlyCall(context: ExecutionContext, { corporationId, actor }: { corporationId: string; actor: string }): CostlyCall {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const { headers, method, url, body } = request;
  const key = headers[keyHeader];
  if (key !== undefined && (typeof key !== 'string' || !acceptable.test(key))) {
    throw VigiaError.of('bad_request', { detail: 'Idempotency-Key must be 1 to 255 printable ASCII characters' });
  }
  const [path = url] = url.split('?', 1);
  return {
    corporationId,
    path,
    origin: {
      actor,
      correlationId: currentCorrelationId() as string,
      ...(key !== undefined && { idempotencyKey: key }),
    },
    once: key === undefined ? undefined : { key, fingerprint: fingerprintOf(method, path, body) },
    nameRequest(requestId) {
      request.requestId = requestId;
      void http.getResponse<FastifyReply>().header(requestHeader, requestId);
    },
    nameDocuments(taxIds) {
      if (taxIds.length === 1) request.documentAsked = taxIds[0]!;
    },
  };
}

export const costlyErrors = [
  'bad_request',
  'idempotency_key_reused',
  'too_many_documents',
  ...errorsOf.token,
  ...errorsOf.body,
  ...errorsOf.everyCall,
] as const;

export function ApiCostly(): MethodDecorator {
  return ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'key of your choice; a call repeated with the same key and body within 24 hours is done once and gets the same answer',
    // HTTP removes spaces at either end.
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~](?:[ -~]*[!-~])?$' },
  });
}
