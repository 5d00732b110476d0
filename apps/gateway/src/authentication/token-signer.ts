import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { SETTINGS } from '@vigia/service-kit';
import type { FastifyRequest } from 'fastify';
import { errors, jwtVerify, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import type { GatewaySettings } from '../settings.js';

const tokenLifetimeSeconds = 3_600;

const algorithm = 'HS256';
const type = 'at+jwt';
const issuer = 'vigia';
const audience = 'vigia-api';
const headerMembers = new Set(['alg', 'kid', 'typ']);

const mostVerified = 10_000;

export interface TokenSubject {
  accessKey: string;
  corporationId: string;
}

@Injectable()
export class TokenSigner {
  /** Tokens with a verified signature; a client sends the same one for an hour. Whether its owner may call is checked elsewhere. */
  private readonly verified = new Map<string, { subject: TokenSubject; expiresAtMs: number }>();

  constructor(@Inject(SETTINGS) private readonly settings: GatewaySettings) {}

  async sign({ accessKey, corporationId }: TokenSubject): Promise<string> {
    const { current, keys } = this.settings.jwtKeys;
    // The clock of another replica may be a little behind, and must not refuse the token as not yet valid.
    const validFrom = '30 seconds ago';
    return new SignJWT({ corp: corporationId })
      .setProtectedHeader({ alg: algorithm, kid: current, typ: type })
      .setSubject(accessKey)
      .setIssuer(issuer)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt()
      .setNotBefore(validFrom)
      .setExpirationTime(`${tokenLifetimeSeconds}s`)
      .sign(keys.get(current) as Uint8Array);
  }

  /** Reads nothing of a token except the key id before the signature is verified. The call of an expired token names its subject all the same. */
  async verify(token: string, call: Pick<FastifyRequest, 'named'>): Promise<TokenSubject> {
    const known = this.verified.get(token);
    if (known && Date.now() < known.expiresAtMs) return known.subject;
    try {
      const { payload } = await jwtVerify(token, (header) => this.keyFor(header), {
        algorithms: [algorithm],
        typ: type,
        issuer,
        audience,
        requiredClaims: ['sub', 'exp', 'nbf', 'iat', 'jti', 'corp'],
      });
      const subject = subjectOf(payload);
      if (this.verified.size >= mostVerified) this.verified.clear();
      this.verified.set(token, { subject, expiresAtMs: Number(payload.exp) * 1000 });
      return subject;
    } catch (error) {
      if (!(error instanceof errors.JWTExpired)) throw VigiaError.of('token_invalid');
      // The signature is verified before the claims are.
      call.named = subjectOf(error.payload);
      throw VigiaError.of('token_expired');
    }
  }

  private keyFor(header: JWTHeaderParameters): Uint8Array {
    const key = this.settings.jwtKeys.keys.get(header.kid ?? '');
    // Our tokens have no members that point to keys elsewhere (jku, jwk, x5u).
    if (!key || Object.keys(header).some((member) => !headerMembers.has(member))) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}

function subjectOf({ sub, corp }: JWTPayload): TokenSubject {
  return { accessKey: String(sub), corporationId: String(corp) };
}
