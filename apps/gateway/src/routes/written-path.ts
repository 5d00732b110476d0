import type { FastifyRequest } from 'fastify';

/**
 * Whether a route has the path exactly as written, except for its parameters. The router decodes a path first and ends it at a `#`, but a
 * load balancer that blocks a path does neither.
 */
export function hasRoute({ url, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.url === undefined) return false;
  const [path = url] = url.split('?', 1);
  const written = path.split('/');
  const segments = routeOptions.url.split('/');
  return segments.length === written.length && segments.every((segment, i) => segment.includes(':') || segment === written[i]);
}
