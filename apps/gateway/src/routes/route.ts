import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names that the query may contain; none if left out. */
    parameters?: readonly string[];
    /** By default a route of the interface is for callers with a token, and a route of the panel for users with a session. */
    openTo?: 'anybody';
    /** The call counts for a limit of the session, and not for that of its user. */
    ofSession?: true;
  }
}

/** Configures a route for the checks that run before its handler. Each handler has one of these. */
export function Route(config: Pick<FastifyContextConfig, 'parameters' | 'openTo' | 'ofSession'>): MethodDecorator {
  return RouteConfig(config);
}

const ofPrograms = /^\/v[12](?:[/?]|$)/;
const ofPeople = /^\/panel\/v1(?:[/?]|$)/;

/**
 * Whom a call of the interface is for, whether or not a route exists; undefined for a page, which anybody may open. If there is a route, it
 * decides: no spelling of its path is for anybody else.
 */
export function audienceOf({ url, routeOptions }: FastifyRequest): 'programs' | 'people' | undefined {
  const path = routeOptions.url ?? url;
  if (ofPrograms.test(path)) return 'programs';
  return ofPeople.test(path) ? 'people' : undefined;
}

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
