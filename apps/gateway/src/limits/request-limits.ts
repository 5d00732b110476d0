import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import type { GatewaySettings } from '../settings.js';

interface BucketSize {
  perSecond: number;
  burst: number;
}

export interface Verdict {
  allowed: boolean;
  remaining: number;
  retryAfterSeconds: number;
}

interface Local {
  tokens: number;
  /** What the shared bucket had left when it was last asked. */
  shared: number;
  refillAt: number;
  asking?: Promise<void>;
}

/** What a replica takes out of the shared bucket at a time, so that not every request costs a query: more from one that fills fast. */
const mostPerDraw = ({ perSecond }: BucketSize) => Math.max(10, Math.floor(perSecond / 20));
const mostBuckets = 20_000;

/** One bucket per key, shared by all replicas through the database. */
export class TokenBuckets {
  private readonly local = new Map<string, Local>();

  constructor(
    private readonly database: Database,
    private readonly size: BucketSize,
  ) {}

  async take(key: string): Promise<Verdict> {
    const bucket = this.bucket(key);
    // Many calls may wait for one draw, and the first of them may use it up: the others draw again.
    while (bucket.tokens < 1 && Date.now() >= bucket.refillAt) {
      bucket.asking ??= this.draw(key, bucket).finally(() => delete bucket.asking);
      await bucket.asking;
    }
    if (bucket.tokens < 1) {
      return { allowed: false, remaining: 0, retryAfterSeconds: Math.max(1, Math.ceil((bucket.refillAt - Date.now()) / 1000)) };
    }
    bucket.tokens -= 1;
    return { allowed: true, remaining: bucket.tokens + Math.floor(bucket.shared), retryAfterSeconds: 0 };
  }

  private bucket(key: string): Local {
    if (this.local.size >= mostBuckets) this.local.clear();
    const bucket = this.local.get(key) ?? { tokens: 0, shared: 0, refillAt: 0 };
    this.local.set(key, bucket);
    return bucket;
  }

  private async draw(key: string, bucket: Local): Promise<void> {
    const { perSecond, burst } = this.size;
    const wanted = Math.max(1, Math.min(mostPerDraw(this.size), Math.floor(burst / 10)));
    const [drawn] = await this.database.rows<{ granted: number; remaining: number }>(
      sql`SELECT granted, remaining FROM identity.take_tokens($1, $2, $3, $4)`,
      [key, perSecond, burst, wanted],
    );
    bucket.tokens += drawn?.granted ?? 0;
    bucket.shared = drawn?.remaining ?? 0;
    const untilNextMs = bucket.tokens > 0 ? 0 : ((1 - bucket.shared) / perSecond) * 1000;
    bucket.refillAt = Date.now() + untilNextMs;
  }
}

@Injectable()
export class RequestLimits {
  private readonly credentialSize: BucketSize;
  private readonly addressSize: BucketSize;
  private readonly credentials: TokenBuckets;
  private readonly addresses: TokenBuckets;

  constructor(database: Database, @Inject(SETTINGS) settings: GatewaySettings) {
    this.credentialSize = { perSecond: settings.requestsPerSecond, burst: settings.requestsBurst };
    this.addressSize = { perSecond: settings.tokensPerSecond, burst: settings.tokensBurst };
    this.credentials = new TokenBuckets(database, this.credentialSize);
    this.addresses = new TokenBuckets(database, this.addressSize);
  }

  takeForCredential(accessKey: string, reply: FastifyReply): Promise<void> {
    return take(this.credentials, `credential ${accessKey}`, this.credentialSize, reply);
  }

  /** A call without a token or a session that is good: token requests from the same address do not suffer from it. */
  takeForStranger(address: string, reply: FastifyReply): Promise<void> {
    return take(this.credentials, `stranger ${address}`, this.credentialSize, reply);
  }

  takeForAddress(address: string, reply: FastifyReply): Promise<void> {
    return take(this.addresses, `address ${address}`, this.addressSize, reply);
  }
}

async function take(buckets: TokenBuckets, key: string, { perSecond, burst }: BucketSize, reply: FastifyReply): Promise<void> {
  const { allowed, remaining, retryAfterSeconds } = await buckets.take(key);
  const secondsUntilFull = Math.ceil((burst - remaining) / perSecond);
  void reply.headers({ 'ratelimit-limit': burst, 'ratelimit-remaining': remaining, 'ratelimit-reset': secondsUntilFull });
  if (!allowed) throw VigiaError.of('too_many_requests', { seconds: retryAfterSeconds });
}
