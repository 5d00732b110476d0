import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import type { FastifyRequest } from 'fastify';
import { CredentialStore } from './credential-store.js';
import { TokenSigner, type TokenSubject } from './token-signer.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The program that calls. */
    caller?: TokenSubject;
  }
}

/** The caller, taken only from the token. */
export const Caller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().caller,
);

/** Identifies programs by their tokens. */
@Injectable()
export class Callers {
  constructor(
    private readonly tokens: TokenSigner,
    private readonly credentialStore: CredentialStore,
  ) {}

  async of(request: FastifyRequest): Promise<TokenSubject> {
    const caller = await this.tokens.verify(bearerToken(request.headers.authorization), request);
    await this.refuseDisabled(caller, request);
    this.credentialStore.noteUse(caller.accessKey);
    return caller;
  }

  async refuseDisabled(caller: TokenSubject, call: FastifyRequest): Promise<void> {
    const credential = await this.credentialStore.find(caller.accessKey);
    if (credential?.enabled) return;
    call.named = caller;
    throw VigiaError.of('credentials_disabled');
  }
}

function bearerToken(header: string | undefined): string {
  if (header === undefined) throw VigiaError.of('credentials_missing');
  const [, token] = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*)$/i.exec(header) ?? [];
  if (!token) throw VigiaError.of('token_malformed');
  return token;
}
