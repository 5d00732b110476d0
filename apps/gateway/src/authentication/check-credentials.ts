import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { SETTINGS } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import { FailedAttempts } from '../limits/failed-attempts.js';
import { RequestLimits } from '../limits/request-limits.js';
import type { GatewaySettings } from '../settings.js';
import { CredentialDirectory } from './credential-directory.js';
import { parseBasic } from './domain/basic-credentials.js';
import { hashSecret, secretMatches } from './domain/secret-hash.js';
import type { TokenSubject } from './token-signer.js';

@Injectable()
export class CheckCredentials {
  constructor(
    private readonly directory: CredentialDirectory,
    private readonly attempts: FailedAttempts,
    private readonly limits: RequestLimits,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  async check(authorization: string | undefined, address: string, reply: FastifyReply): Promise<TokenSubject> {
    await this.limits.takeForAddress(address, reply);
    if (authorization === undefined) throw VigiaError.of('credentials_missing');
    const given = parseBasic(authorization);
    if (!given) throw VigiaError.of('credentials_invalid');
    const { accessKey, accessSecret } = given;
    await this.attempts.refuseWhileBlocked(accessKey, address);
    const { secretPeppers } = this.settings;
    const credential = await this.directory.find(accessKey);
    if (!secretMatches(accessSecret, credential, secretPeppers) || !credential) {
      await this.attempts.count(accessKey, address);
      throw VigiaError.of('credentials_invalid');
    }
    // Said only to who knows the secret.
    if (!credential.enabled) throw VigiaError.of('credentials_disabled');
    // Brought over to the current pepper while the secret is at hand, so that an old pepper can be given up some day.
    if (credential.pepperId !== secretPeppers.current) await this.directory.replaceHash(accessKey, hashSecret(accessSecret, secretPeppers));
    return { accessKey, corporationId: credential.corporationId };
  }
}
