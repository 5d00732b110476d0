import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestLimits } from '../limits/request-limits.js';
import { CredentialStore } from './credential-check.js';
import { TokenSigner, type TokenSubject } from './token-signer.js';

type WithCaller = FastifyRequest & { caller?: TokenSubject };

/** Who calls, taken from the token and from nothing else. */
export const Caller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<WithCaller>().caller,
);

@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenSigner,
    private readonly credentialStore: CredentialStore,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WithCaller>();
    const caller = await this.tokens.verify(bearerToken(request.headers.authorization));
    const credential = await this.credentialStore.find(caller.accessKey);
    if (!credential?.enabled) throw VigiaError.of('credentials_disabled');
    await this.limits.takeForCredential(caller.accessKey, context.switchToHttp().getResponse<FastifyReply>());
    request.caller = caller;
    return true;
  }
}

function bearerToken(header: string | undefined): string {
  if (header === undefined) throw VigiaError.of('credentials_missing');
  const [, token] = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*)$/i.exec(header) ?? [];
  if (!token) throw VigiaError.of('token_malformed');
  return token;
}
