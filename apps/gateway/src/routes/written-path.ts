import type { FastifyRequest } from 'fastify';

/**
 * Whether a route has the path as it is written, but for its parameters. The router decodes a path first and ends it at a `#`, and a
 * balancer that closes a path does neither.
 */
export function hasRoute({ url, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.url === undefined) return false;
  const [path = url] = url.split('?', 1);
  const written = path.split('/');
  const segments = routeOptions.url.split('/');
  return segments.length === written.length && segments.every((segment, i) => segment.includes(':') || segment === written[i]);
}
