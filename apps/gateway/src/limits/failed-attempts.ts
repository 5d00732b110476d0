import { Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { tooMany } from './limit.js';
import { networkOf } from './network-of.js';

/** The wait after the failures of a row `known`: after the free ones, every further one doubles it, up to the longest, in seconds. */
export const doublingWait = (free: string | number, longest: string | number): string =>
  sql`CASE WHEN known.failures < ${free} THEN 0 ELSE least(${longest}, power(2, least(known.failures - ${free}, 10))) END * interval '1 second'`;

const freeFailures = 10;
const wait = doublingWait(freeFailures, 900);
const quiet = sql`interval '1 minute'`;

/**
 * Counts wrong secrets per access key and address, and forgets them after a quiet minute. Clients at other addresses are not affected, so
 * an attacker cannot lock them out.
 */
@Injectable()
export class FailedAttempts {
  constructor(private readonly database: Database) {}

  /** The time of a failure may be later than now: two calls at one moment, or a clock that was set back. A free one waits for nothing. */
  async refuseWhileBlocked(accessKey: string, address: string): Promise<void> {
    const [blocked] = await this.database.rows<{ seconds: number }>(
      sql`SELECT ceil(extract(epoch FROM last_failed_at + ${wait} - now()))::integer AS seconds
       FROM identity.failed_attempts AS known WHERE key = $1 AND failures >= ${freeFailures} AND last_failed_at + ${wait} > now()`,
      [keyOf(accessKey, address)],
    );
    if (blocked) throw tooMany('secrets', blocked.seconds);
  }

  async count(accessKey: string, address: string): Promise<void> {
    await this.database.rows(
      sql`INSERT INTO identity.failed_attempts AS known (key, failures, last_failed_at) VALUES ($1, 1, now())
       ON CONFLICT (key) DO UPDATE SET last_failed_at = now(),
         failures = CASE WHEN known.last_failed_at + ${quiet} + ${wait} < now() THEN 1 ELSE known.failures + 1 END`,
      [keyOf(accessKey, address)],
    );
  }
}

function keyOf(accessKey: string, address: string): string {
  return `${networkOf(address)} ${accessKey}`;
}
