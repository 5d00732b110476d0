import type { FastifyRequest } from 'fastify';

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
