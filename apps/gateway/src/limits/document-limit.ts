import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import type { GatewaySettings } from '../settings.js';
import { tooMany } from './limit.js';
import { TokenBuckets } from './token-buckets.js';

const availableSql = sql`least($2::float8, bucket.tokens + $2::float8 / 60 * greatest(0, extract(epoch FROM clock_timestamp() - bucket.refilled_at)))`;

/** Limits the documents that a corporation asks for, across all replicas. A call gets all of its documents or none. */
@Injectable()
export class DocumentLimit {
  /** Calls for one document draw from the same bucket, but several documents at a time. */
  private readonly single: TokenBuckets;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {
    const { documentsPerMinute } = settings;
    this.single = new TokenBuckets(database, { perSecond: documentsPerMinute / 60, burst: documentsPerMinute });
  }

  async take(corporationId: string, documents: number): Promise<void> {
    const key = `documents ${corporationId}`;
    const seconds = documents === 1 ? await this.takeOne(key) : await this.takeAll(key, documents);
    if (seconds !== undefined) throw tooMany('documents', seconds);
  }

  /** Both return the seconds until there are enough tokens, or undefined if there were enough. */
  private async takeOne(key: string): Promise<number | undefined> {
    const { allowed, retryAfterSeconds } = await this.single.take(key);
    return allowed ? undefined : retryAfterSeconds;
  }

  private async takeAll(key: string, documents: number): Promise<number | undefined> {
    const bucket = [key, this.settings.documentsPerMinute, documents];
    const taken = await this.database.rows(
      sql`INSERT INTO identity.rate_bucket AS bucket VALUES ($1, $2::float8 - $3::float8, clock_timestamp())
       ON CONFLICT (key) DO UPDATE SET tokens = ${availableSql} - $3, refilled_at = clock_timestamp() WHERE ${availableSql} >= $3
       RETURNING key`,
      bucket,
    );
    if (taken.length > 0) return undefined;
    // A bucket from before the clock was set back would not fill until that time comes again.
    const [missing] = await this.database.rows<{ seconds: number }>(
      sql`WITH restarted AS (
         UPDATE identity.rate_bucket SET refilled_at = clock_timestamp() WHERE key = $1 AND refilled_at > clock_timestamp())
       SELECT greatest(1, ceil(($3::float8 - ${availableSql}) / ($2::float8 / 60)))::integer AS seconds FROM identity.rate_bucket AS bucket WHERE key = $1`,
      bucket,
    );
    return missing?.seconds ?? 1;
  }
}
