import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import type { GatewaySettings } from '../settings.js';
import { networkOf } from './network-of.js';
import { TokenBuckets, type BucketSize } from './token-buckets.js';

/** Enough for a person who looks at the list of their sessions and ends them. */
const sessionSize = { perSecond: 1, burst: 50 };

@Injectable()
export class RequestLimits {
  private readonly credentialSize: BucketSize;
  private readonly addressSize: BucketSize;
  private readonly credentials: TokenBuckets;
  private readonly addresses: TokenBuckets;
  private readonly sessions: TokenBuckets;

  constructor(database: Database, @Inject(SETTINGS) settings: GatewaySettings) {
    this.credentialSize = { perSecond: settings.requestsPerSecond, burst: settings.requestsBurst };
    this.addressSize = { perSecond: settings.tokensPerSecond, burst: settings.tokensBurst };
    this.credentials = new TokenBuckets(database, this.credentialSize);
    this.addresses = new TokenBuckets(database, this.addressSize);
    this.sessions = new TokenBuckets(database, sessionSize);
  }

  takeForCredential(accessKey: string, reply: FastifyReply): Promise<void> {
    return take(this.credentials, `credential ${accessKey}`, this.credentialSize, reply);
  }

  /** For calls that the user must be able to make although another session of the same user has used up the limit. */
  takeForSession(tokenHash: string, reply: FastifyReply): Promise<void> {
    return take(this.sessions, `session ${tokenHash}`, sessionSize, reply);
  }

  /** A call without a valid token or session. It does not use up the limit of token requests from the same address. */
  takeForStranger(address: string, reply: FastifyReply): Promise<void> {
    return take(this.credentials, `stranger ${networkOf(address)}`, this.credentialSize, reply);
  }

  takeForAddress(address: string, reply: FastifyReply): Promise<void> {
    return take(this.addresses, `address ${networkOf(address)}`, this.addressSize, reply);
  }
}

async function take(buckets: TokenBuckets, key: string, { perSecond, burst }: BucketSize, reply: FastifyReply): Promise<void> {
  const { allowed, remaining, retryAfterSeconds } = await buckets.take(key);
  const secondsUntilFull = Math.ceil((burst - remaining) / perSecond);
  void reply.headers({ 'ratelimit-limit': burst, 'ratelimit-remaining': remaining, 'ratelimit-reset': secondsUntilFull });
  if (!allowed) throw VigiaError.of('too_many_requests', { seconds: retryAfterSeconds });
}
