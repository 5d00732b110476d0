import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import type { GatewaySettings } from '../settings.js';

const availableSql = sql`least($2::float8, bucket.tokens + $2::float8 / 60 * greatest(0, extract(epoch FROM clock_timestamp() - bucket.refilled_at)))`;

/** Documents that a corporation asks for, over all replicas. A call gets all of its documents or none. */
@Injectable()
export class DocumentLimit {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  async take(corporationId: string, documents: number): Promise<void> {
    const { documentsPerMinute } = this.settings;
    const bucket = [`documents ${corporationId}`, documentsPerMinute, documents];
    const taken = await this.database.rows(
      sql`INSERT INTO identity.rate_bucket AS bucket VALUES ($1, $2::float8 - $3::float8, clock_timestamp())
       ON CONFLICT (key) DO UPDATE SET tokens = ${availableSql} - $3, refilled_at = clock_timestamp() WHERE ${availableSql} >= $3
       RETURNING key`,
      bucket,
    );
    if (taken.length > 0) return;
    const [missing] = await this.database.rows<{ seconds: number }>(
      sql`SELECT greatest(1, ceil(($3::float8 - ${availableSql}) / ($2::float8 / 60)))::integer AS seconds FROM identity.rate_bucket AS bucket WHERE key = $1`,
      bucket,
    );
    throw VigiaError.of('too_many_documents', { seconds: missing?.seconds ?? 1 });
  }
}
