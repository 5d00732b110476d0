import { panelOperations, VigiaError } from '@vigia/contracts';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { OpenByCorporation } from '../limits/open-by-corporation.js';
import { isJsonInUtf8, parseStrictJson } from './domain/strict-json.js';

const largerBodies = new Map(panelOperations.map(({ path, bodyLimitBytes }) => [path as string, bodyLimitBytes]));
/** People send one after another. What has arrived of a body stays in memory until the rest comes or the time for it is over. */
const mostArriving = 5;

/** A larger body is counted while it arrives. Its caller is known by then: hooks of a route run after those of all routes. */
export function useBodyLimits(fastify: FastifyInstance): void {
  const arriving = new OpenByCorporation('bodies', mostArriving);
  fastify.addHook('onRoute', (route) => {
    const limitBytes = largerBodies.get(route.url);
    if (limitBytes === undefined) return;
    route.bodyLimit = limitBytes;
    const count: onRequestHookHandler = (request, _reply, done) => {
      arriving.count(request, request.raw);
      done();
    };
    route.onRequest = [route.onRequest ?? [], count].flat();
  });
}

/** An absent body stays undefined; an endpoint that needs a body refuses it in its own checks. */
export function useStrictBodyParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => parseBody(request, body));
}

function parseBody({ headers }: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const encoding = headers['content-encoding']?.toLowerCase();
  if (!isJsonInUtf8(headers['content-type']) || (encoding && encoding !== 'identity')) throw VigiaError.of('media_type');
  return parseStrictJson(decodeUtf8(body));
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw VigiaError.of('body_not_json');
  }
}
