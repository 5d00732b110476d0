import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import type { FastifyRequest } from 'fastify';
import { FailedAttempts } from '../limits/failed-attempts.js';
import type { GatewaySettings } from '../settings.js';
import { CredentialStore } from './credential-store.js';
import { hashSecret, parseBasic, secretMatches } from './domain/credentials.js';
import type { TokenSubject } from './token-signer.js';

const warnEveryMs = 60_000;

@Injectable()
export class CredentialCheck {
  private readonly warnedAt = new Map<string, number>();

  constructor(
    private readonly credentialStore: CredentialStore,
    private readonly attempts: FailedAttempts,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async check(authorization: string | undefined, call: Pick<FastifyRequest, 'ip' | 'named'>): Promise<TokenSubject> {
    if (authorization === undefined) throw VigiaError.of('credentials_missing');
    const given = parseBasic(authorization);
    if (!given) throw VigiaError.of('credentials_invalid');
    const { accessKey, accessSecret } = given;
    const credential = await this.credentialStore.find(accessKey);
    // Only a key that exists: people also enter a secret or a password in its place.
    if (credential) call.named = { accessKey, corporationId: credential.corporationId };
    await this.attempts.refuseWhileBlocked(accessKey, call.ip);
    const { secretPeppers } = this.settings;
    if (credential?.enabled && !secretPeppers.keys.has(credential.pepperId)) {
      // Not counted: no secret can be right here, and a client with the right one must not have to wait once the pepper is given back.
      this.warnOfMissing(credential.pepperId);
      throw VigiaError.of('credentials_invalid');
    }
    if (!secretMatches(accessSecret, credential, secretPeppers) || !credential) {
      await this.attempts.count(accessKey, call.ip);
      throw VigiaError.of('credentials_invalid');
    }
    // Only a client that knows the secret learns this.
    if (!credential.enabled) throw VigiaError.of('credentials_disabled');
    // Only now is the secret known in plain text: hash it with the current pepper, so that an old pepper can be removed later.
    if (credential.pepperId !== secretPeppers.current)
      await this.credentialStore.replaceHash(accessKey, hashSecret(accessSecret, secretPeppers));
    this.credentialStore.noteUse(accessKey);
    return { accessKey, corporationId: credential.corporationId };
  }

  /** At most once a minute: these calls are not counted, so nothing slows down a client that makes thousands of them. */
  private warnOfMissing(keyId: string): void {
    const now = performance.now();
    if (now - (this.warnedAt.get(keyId) ?? -warnEveryMs) < warnEveryMs) return;
    this.warnedAt.set(keyId, now);
    this.logger.warn({ keyId }, 'the pepper of a credential is missing, its client is refused');
  }
}
