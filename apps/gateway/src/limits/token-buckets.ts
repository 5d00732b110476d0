import { isHindered, sql, type Database } from '@vigia/database';
import { type Limit, tooMany } from './limit.js';

interface BucketSize {
  perSecond: number;
  burst: number;
}

export interface Verdict {
  allowed: boolean;
  remaining: number;
  retryAfterSeconds: number;
}

export function assertAllowed({ allowed, retryAfterSeconds }: Verdict, limit: Limit): void {
  if (!allowed) throw tooMany(limit, retryAfterSeconds);
}

interface Drawn {
  granted: number;
  remaining: number;
}

/** Times are by the monotonic clock of the process: a wall clock that is set back would refuse everybody for that time. */
interface Local {
  tokens: number;
  /** What the shared bucket held when it was last asked, and when that was. */
  shared: number;
  askedAt: number;
  refillAt: number;
  asking?: Promise<void>;
}

/**
 * How many tokens a replica takes from the shared bucket at a time, so that not every request costs a query. A bucket that fills fast gives
 * more.
 */
const mostPerDraw = ({ perSecond }: BucketSize) => Math.max(10, Math.floor(perSecond / 20));
const mostBuckets = 20_000;
/** A draw from a locked table holds a connection for two seconds, and all corporations share the connections. */
const aloneMs = 5_000;

/** One bucket per key, shared by all replicas through the database. */
export class TokenBuckets {
  private readonly local = new Map<string, Local>();
  private aloneUntil = 0;

  constructor(
    private readonly database: Database,
    readonly size: BucketSize,
  ) {}

  async take(key: string): Promise<Verdict> {
    const bucket = this.bucket(key);
    // Many calls may wait for one draw, and the first ones may use it up: the others draw again.
    while (bucket.tokens < 1 && performance.now() >= bucket.refillAt) {
      bucket.asking ??= this.draw(key, bucket).finally(() => delete bucket.asking);
      await bucket.asking;
    }
    if (bucket.tokens < 1) {
      return { allowed: false, remaining: 0, retryAfterSeconds: Math.max(1, Math.ceil((bucket.refillAt - performance.now()) / 1000)) };
    }
    bucket.tokens -= 1;
    return { allowed: true, remaining: this.left(bucket), retryAfterSeconds: 0 };
  }

  /** As far as this replica knows: others may have taken some since. */
  private left({ tokens, shared, askedAt }: Local): number {
    const { perSecond, burst } = this.size;
    const refilled = ((performance.now() - askedAt) / 1000) * perSecond;
    return Math.min(burst, tokens + Math.floor(shared + refilled));
  }

  /** For a token that was not needed after all. It stays with this replica. */
  giveBack(key: string): void {
    const bucket = this.local.get(key);
    if (bucket) bucket.tokens += 1;
  }

  private bucket(key: string): Local {
    if (this.local.size >= mostBuckets) this.local.clear();
    const bucket = this.local.get(key) ?? { tokens: 0, shared: this.size.burst, askedAt: 0, refillAt: 0 };
    this.local.set(key, bucket);
    return bucket;
  }

  private async draw(key: string, bucket: Local): Promise<void> {
    const { perSecond, burst } = this.size;
    const wanted = Math.max(1, Math.min(mostPerDraw(this.size), Math.floor(burst / 10)));
    const shared = performance.now() < this.aloneUntil ? undefined : await this.drawShared(key, wanted);
    const { granted, remaining } = shared ?? this.drawAlone(bucket, wanted);
    bucket.tokens += granted;
    bucket.shared = remaining;
    bucket.askedAt = performance.now();
    const untilNextMs = bucket.tokens > 0 ? 0 : ((1 - bucket.shared) / perSecond) * 1000;
    bucket.refillAt = bucket.askedAt + untilNextMs;
  }

  /** Undefined if the bucket cannot be written now: the disk of the database is full, or a person has locked the table. */
  private async drawShared(key: string, wanted: number): Promise<Drawn | undefined> {
    const { perSecond, burst } = this.size;
    try {
      const [drawn] = await this.database.rows<Drawn>(sql`SELECT granted, remaining FROM identity.take_tokens($1, $2, $3, $4)`, [
        key,
        perSecond,
        burst,
        wanted,
      ]);
      return drawn;
    } catch (error) {
      if (!isHindered(error)) throw error;
      this.aloneUntil = performance.now() + aloneMs;
      return undefined;
    }
  }

  /** Calls that only read can be served all the same. Meanwhile each replica has a bucket of its own. */
  private drawAlone({ shared, askedAt }: Local, wanted: number): Drawn {
    const { perSecond, burst } = this.size;
    const available = Math.min(burst, shared + ((performance.now() - askedAt) / 1000) * perSecond);
    const granted = Math.min(wanted, Math.floor(available));
    return { granted, remaining: available - granted };
  }
}
