import type { FastifyRequest } from 'fastify';
import { audienceOf } from '../routes/audience.js';

const realm = 'realm="vigia"';

/**
 * What a call that is answered 401 has to bring instead (RFC 9110). A token that was refused is told so (RFC 6750); without one, or with
 * credentials of another scheme, there is nothing to say about it. No scheme is registered for cookies: the name of this one makes no
 * browser ask for a password.
 */
export function challengeTo({ url, headers: { authorization = '' }, routeOptions }: FastifyRequest): string {
  if (audienceOf(url) === 'people') return `Cookie ${realm}`;
  if (routeOptions.config.openTo === 'anybody') return `Basic ${realm}, charset="UTF-8"`;
  return /^Bearer\b/i.test(authorization) ? `Bearer ${realm}, error="invalid_token"` : `Bearer ${realm}`;
}
