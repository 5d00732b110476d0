import { RouteConfig } from '@nestjs/platform-fastify';
import { VigiaError } from '@vigia/contracts';
import { distance } from 'fastest-levenshtein';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { audienceOf } from './audience.js';

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

/**
 * A query contains only names of the API reference, each once: `fehca=2026-01-01` must not return the summary of today. Pages that a
 * browser opens accept any parameter, because mail programs and analytics tools add some.
 */
export function refuseOtherParameters(request: FastifyRequest): void {
  if (!audienceOf(request)) return;
  const { parameters: known = [] } = request.routeOptions.config;
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    if (!known.includes(name)) throw VigiaError.of('parameter_unknown', { name, instead: insteadOf(name, known, 'parameters') });
    if (typeof value !== 'string') throw VigiaError.of('parameter_repeated', { name });
  }
}

/** What a client that wrote a name wrongly can write instead. */
export function insteadOf(name: string, known: readonly string[], what: 'parameters' | 'fields'): string {
  const all = known.length === 0 ? `this call takes no ${what}` : `this call takes ${known.join(', ')}`;
  // Nothing resembles so long a name, and to compare a name of 30 KiB would take long.
  if (name.length > 2 * Math.max(...known.map(({ length }) => length))) return all;
  const [nearest] = known
    .map((other) => ({ other, apart: distance(name.toLowerCase(), other.toLowerCase()) }))
    .toSorted((a, b) => a.apart - b.apart);
  return nearest && nearest.apart <= Math.min(name.length, nearest.other.length) / 2 ? `did you mean ${nearest.other}?` : all;
}
