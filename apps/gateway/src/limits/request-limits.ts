import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import type { GatewaySettings } from '../settings.js';
import type { Limit } from './limit.js';
import { networkOf } from './network-of.js';
import { assertAllowed, TokenBuckets } from './token-buckets.js';

/** Enough for a person who looks at the list of their sessions and ends them. */
const sessionSize = { perSecond: 1, burst: 50 };

@Injectable()
export class RequestLimits {
  private readonly credentials: TokenBuckets;
  private readonly addresses: TokenBuckets;
  private readonly sessions: TokenBuckets;

  constructor(database: Database, @Inject(SETTINGS) settings: GatewaySettings) {
    this.credentials = new TokenBuckets(database, { perSecond: settings.requestsPerSecond, burst: settings.requestsBurst });
    this.addresses = new TokenBuckets(database, { perSecond: settings.tokensPerSecond, burst: settings.tokensBurst });
    this.sessions = new TokenBuckets(database, sessionSize);
  }

  takeForCredential(accessKey: string, reply: FastifyReply): Promise<void> {
    return take('requests', this.credentials, `credential ${accessKey}`, reply);
  }

  /** For calls that the user must be able to make although another session of the same user has used up the limit. */
  takeForSession(tokenHash: string, reply: FastifyReply): Promise<void> {
    return take('session', this.sessions, `session ${tokenHash}`, reply);
  }

  /** A call without a valid token or session. It does not use up the limit of token requests from the same address. */
  takeForStranger(address: string, reply: FastifyReply): Promise<void> {
    return take('strangers', this.credentials, `stranger ${networkOf(address)}`, reply);
  }

  takeForAddress(address: string, reply: FastifyReply): Promise<void> {
    return take('address', this.addresses, `address ${networkOf(address)}`, reply);
  }
}

async function take(limit: Limit, buckets: TokenBuckets, key: string, reply: FastifyReply): Promise<void> {
  const { perSecond, burst } = buckets.size;
  const verdict = await buckets.take(key);
  const secondsUntilFull = Math.ceil((burst - verdict.remaining) / perSecond);
  void reply.headers({ 'ratelimit-limit': burst, 'ratelimit-remaining': verdict.remaining, 'ratelimit-reset': secondsUntilFull });
  assertAllowed(verdict, limit);
}
