import type { IncomingMessage } from 'node:http';
import { VigiaError } from '@vigia/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Route {
  method: string;
  matches: RegExp;
  parameters: number;
}

/** Records every route at registration, to tell a path with another method from a path that does not exist. */
export class KnownRoutes {
  private readonly routes: Route[] = [];

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      if (url.includes('*')) return;
      const matches = new RegExp(`^${url.replaceAll(/[.]/g, '\\.').replaceAll(/:[^/]+/g, '[^/]+')}$`);
      const parameters = url.split('/:').length - 1;
      for (const one of [method].flat()) this.routes.push({ method: one, matches, parameters });
    });
  }

  /** The path that is named as it is comes before one with a parameter in its place. */
  methodsOf(path: string): string[] {
    const matching = this.routes.filter(({ matches }) => matches.test(path));
    const fewest = Math.min(...matching.map(({ parameters }) => parameters));
    return [...new Set(matching.filter(({ parameters }) => parameters === fewest).map(({ method }) => method))].sort();
  }
}

const onlyOnce = new Set(['authorization', 'host', 'idempotency-key']);

/** Refuses requests that Node accepts but proxies understand differently. */
export function refuseAmbiguity({ raw }: FastifyRequest): void {
  const seen = new Set<string>();
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const name = raw.rawHeaders[i]!.toLowerCase();
    if (!onlyOnce.has(name)) continue;
    if (seen.has(name)) {
      throw name === 'authorization'
        ? VigiaError.of('duplicate_authorization')
        : VigiaError.of('bad_request', { detail: `more than one ${name} header` });
    }
    seen.add(name);
  }
  // HTTP/1.0 has no host header, and load balancers use HTTP/1.0 to check whether a server is there.
  if (!seen.has('host') && raw.httpVersion !== '1.0') throw VigiaError.of('bad_request', { detail: 'missing host header' });
}

const unmet = new WeakSet<IncomingMessage>();

/** Node answers `Expect: 100-continue` itself, and reports any other value in place of the request. The request is still counted and logged. */
export function takeUnmetExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    server.emit('request', request, response);
  });
}

export function refuseExpectation({ raw }: FastifyRequest): void {
  if (unmet.has(raw)) throw VigiaError.of('expectation_failed');
}

export function refuseBodyOfRead({ method, headers }: FastifyRequest): void {
  const hasBody = (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
  if (hasBody && (method === 'GET' || method === 'HEAD')) throw VigiaError.of('body_unexpected');
}
