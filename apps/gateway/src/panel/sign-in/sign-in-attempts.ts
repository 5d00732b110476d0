import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@vigia/database';
import { doublingWait } from '../../limits/failed-attempts.js';
import { type Limit, tooMany } from '../../limits/limit.js';
import { networkOf } from '../../limits/network-of.js';

interface Patience {
  limit: Limit;
  /** Attempts without a wait. */
  free: number;
  longestWaitSeconds: number;
}

const fromOneAddress: Patience = { limit: 'passwords', free: 5, longestWaitSeconds: 900 };
/**
 * Against guesses from many addresses. The wait is short, because the owner of the email must also wait where they never signed in before.
 */
const fromAnywhere: Patience = { limit: 'passwords_anywhere', free: 20, longestWaitSeconds: 120 };

const wait = doublingWait('$2', '$3');
/** All attempts are forgotten after half an hour without one. */
const quiet = sql`interval '30 minutes'`;

interface Attempt {
  email: string;
  address: string;
  /** Whether the owner of the email signed in from there before. If so, guesses from elsewhere do not count. */
  isWhereOwnerWas: boolean;
}

@Injectable()
export class SignInAttempts {
  constructor(private readonly database: Database) {}

  /** Counts before the password is checked; otherwise many simultaneous attempts would all count as the first. */
  async begin(email: string, address: string): Promise<Attempt> {
    return this.database.transaction(async (tx) => {
      await count(tx, keyHere(email, address), fromOneAddress);
      const isWhereOwnerWas = await ownerWasAt(tx, email, address);
      if (!isWhereOwnerWas) await count(tx, keyAnywhere(email), fromAnywhere);
      return { email, address, isWhereOwnerWas };
    });
  }

  /** For an attempt whose password could not be compared. It waited for its turn, so the next one does not have to wait again. */
  async takeBack({ email, address, isWhereOwnerWas }: Attempt): Promise<void> {
    await this.database.transaction(async (tx) => {
      await takeBack(tx, keyHere(email, address), fromOneAddress);
      if (!isWhereOwnerWas) await takeBack(tx, keyAnywhere(email), fromAnywhere);
    });
  }

  /** Called after the right password. Wrong ones from other addresses still count. */
  async forgive({ email, address, isWhereOwnerWas }: Attempt): Promise<void> {
    await this.database.transaction(async (tx) => {
      await forgiveAt(tx, email, address);
      if (isWhereOwnerWas) return;
      await tx.rows(sql`UPDATE identity.failed_attempts SET failures = failures - 1 WHERE key = $1 AND failures > 0`, [keyAnywhere(email)]);
    });
  }
}

/** Called when the owner of the email has proved at this address to be the owner. */
export async function forgiveAt(tx: Transaction, email: string, address: string): Promise<void> {
  await tx.rows(sql`DELETE FROM identity.failed_attempts WHERE key = $1`, [keyHere(email, address)]);
}

async function count(tx: Transaction, key: string, { limit, free, longestWaitSeconds }: Patience): Promise<void> {
  const given = [key, free, longestWaitSeconds];
  const counted = await tx.rows(
    sql`INSERT INTO identity.failed_attempts AS known VALUES ($1, 1, clock_timestamp())
     ON CONFLICT (key) DO UPDATE SET last_failed_at = clock_timestamp(),
       failures = CASE WHEN known.last_failed_at + ${quiet} + ${wait} < clock_timestamp() THEN 1 ELSE known.failures + 1 END
     WHERE known.failures < $2 OR known.last_failed_at + ${wait} <= clock_timestamp() RETURNING key`,
    given,
  );
  if (counted.length > 0) return;
  const [blocked] = await tx.rows<{ seconds: number }>(
    sql`SELECT greatest(1, ceil(extract(epoch FROM known.last_failed_at + ${wait} - clock_timestamp())))::integer AS seconds
     FROM identity.failed_attempts AS known WHERE key = $1`,
    given,
  );
  throw tooMany(limit, blocked?.seconds ?? 1);
}

async function takeBack(tx: Transaction, key: string, { free, longestWaitSeconds }: Patience): Promise<void> {
  await tx.rows(
    sql`UPDATE identity.failed_attempts AS known SET failures = failures - 1, last_failed_at = last_failed_at - ${wait}
     WHERE key = $1 AND failures > 0`,
    [key, free, longestWaitSeconds],
  );
}

/**
 * Such an entry needs the password, or the link to set one. The latest entries suffice, so that a guess costs no more if somebody signs in
 * often. Entries of another user are from a former owner of the email.
 */
async function ownerWasAt(tx: Transaction, email: string, address: string): Promise<boolean> {
  const entries = await tx.rows<{ address: string }>(
    sql`SELECT address FROM identity.audit_entry
     WHERE actor = $1 AND action IN ('session.open', 'password.set') AND at > now() - interval '30 days'
       AND user_id = (SELECT id FROM identity.panel_user WHERE email = $1) ORDER BY at DESC LIMIT 100`,
    [email],
  );
  const network = networkOf(address);
  return entries.some((entry) => networkOf(entry.address) === network);
}

function keyHere(email: string, address: string): string {
  return `sign-in ${email} ${networkOf(address)}`;
}

function keyAnywhere(email: string): string {
  return `sign-in ${email}`;
}
