import { Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';

/** Ten failures are free, then every further one doubles the wait, up to a quarter of an hour. */
const blockSql = sql`CASE WHEN failed_attempts.failures < 10 THEN 0 ELSE least(900, power(2, least(failed_attempts.failures - 10, 10))) END * interval '1 second'`;
const quietSql = sql`interval '1 minute'`;

/**
 * Wrong secrets, counted per access key and address and forgotten after a quiet minute. Another address with the right
 * secret never notices, so nobody can lock a client out.
 */
@Injectable()
export class FailedAttempts {
  constructor(private readonly database: Database) {}

  async refuseWhileBlocked(accessKey: string, address: string): Promise<void> {
    const [blocked] = await this.database.rows<{ seconds: number }>(
      sql`SELECT ceil(extract(epoch FROM last_failed_at + ${blockSql} - now()))::integer AS seconds
       FROM identity.failed_attempts WHERE key = $1 AND last_failed_at + ${blockSql} > now()`,
      [keyOf(accessKey, address)],
    );
    if (blocked) throw VigiaError.of('too_many_requests', { seconds: blocked.seconds });
  }

  async count(accessKey: string, address: string): Promise<void> {
    await this.database.rows(
      sql`INSERT INTO identity.failed_attempts (key, failures, last_failed_at) VALUES ($1, 1, now())
       ON CONFLICT (key) DO UPDATE SET last_failed_at = now(),
         failures = CASE WHEN failed_attempts.last_failed_at + ${quietSql} + ${blockSql} < now()
           THEN 1 ELSE failed_attempts.failures + 1 END`,
      [keyOf(accessKey, address)],
    );
  }
}

function keyOf(accessKey: string, address: string): string {
  return `${address} ${accessKey}`;
}
