import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { VigiaError } from '@vigia/contracts';
import type { FastifyRequest } from 'fastify';
import { fingerprintOf } from './domain/fingerprint.js';

export interface IdempotentCall {
  key: string;
  fingerprint: Buffer;
}

const header = 'idempotency-key';
const acceptable = /^[\x20-\x7e]{1,255}$/;

/** The `Idempotency-Key` of a call and what it stands for; undefined for a call without one. */
export const Idempotent = createParamDecorator((_: unknown, context: ExecutionContext): IdempotentCall | undefined => {
  const { headers, method, url, body } = context.switchToHttp().getRequest<FastifyRequest>();
  const key = headers[header];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !acceptable.test(key)) {
    throw VigiaError.of('bad_request', { detail: 'Idempotency-Key must be 1 to 255 printable ASCII characters' });
  }
  return { key, fingerprint: fingerprintOf(method, url.split('?', 1)[0] ?? url, body) };
});

export function ApiIdempotent(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'a call repeated with the same key and body within 24 hours happens once and gets the same answer',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: '0b3f6a1e-5c0e-4d6a-9a57-3f1d2f1b6c11',
    }),
  );
}
