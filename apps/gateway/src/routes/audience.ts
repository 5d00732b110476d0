import type { FastifyRequest } from 'fastify';

const ofPrograms = /^\/v[12](?:[/?]|$)/;
const ofPeople = /^\/panel\/v1(?:[/?]|$)/;

/**
 * Whom a call of the interface is for, whether or not there is a route; undefined for a page, which anybody may open. A route decides where
 * there is one: no spelling of its path is for anybody else.
 */
export function audienceOf({ url, routeOptions }: FastifyRequest): 'programs' | 'people' | undefined {
  const path = routeOptions.url ?? url;
  if (ofPrograms.test(path)) return 'programs';
  return ofPeople.test(path) ? 'people' : undefined;
}
