import { VigiaError } from '@vigia/contracts';
import type { FastifyRequest } from 'fastify';

const onlyOnce = new Set(['authorization', 'host', 'idempotency-key']);

/** What Node lets pass and proxies understand differently. */
export function refuseAmbiguity({ raw, method, headers }: FastifyRequest): void {
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
  if (!seen.has('host')) throw VigiaError.of('bad_request', { detail: 'missing host header' });
  const hasBody = (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
  if (hasBody && (method === 'GET' || method === 'HEAD')) throw VigiaError.of('body_unexpected');
}
