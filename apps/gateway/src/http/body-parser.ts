import { panelOperations, VigiaError } from '@vigia/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseStrictJson } from './domain/request-text.js';

const largerBodies = new Map(panelOperations.map(({ path, bodyLimitBytes }) => [path as string, bodyLimitBytes]));

export function useBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const limitBytes = largerBodies.get(route.url);
    if (limitBytes !== undefined) route.bodyLimit = limitBytes;
  });
}

const jsonInUtf8 = /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i;

/** An absent body stays undefined; an endpoint that needs a body refuses it in its own checks. */
export function useStrictBodyParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => parseBody(request, body));
}

function parseBody({ headers }: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const encoding = headers['content-encoding']?.toLowerCase();
  if (!jsonInUtf8.test(headers['content-type'] ?? '') || (encoding && encoding !== 'identity')) throw VigiaError.of('media_type');
  return parseStrictJson(decodeUtf8(body));
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw VigiaError.of('body_not_json');
  }
}
