import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import type { FastifyRequest } from 'fastify';

const harmless = new Set(['GET', 'HEAD']);

/**
 * A browser sends the session with a call that another page makes it do. What changes something therefore has to come from a page
 * of this very origin; every browser says where its calls come from.
 */
@Injectable()
export class OwnSiteGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!harmless.has(request.method) && !comesFromOwnSite(request)) throw VigiaError.of('other_site');
    return true;
  }
}

function comesFromOwnSite({ headers, protocol }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  return site === 'same-origin' && headers.origin === `${protocol}://${headers.host}`;
}
