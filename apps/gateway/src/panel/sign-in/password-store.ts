import { Injectable } from '@nestjs/common';
import { type ErrorParams, VigiaError } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { randomBytes } from 'node:crypto';
import { forgiveAt } from './sign-in-attempts.js';
import { AuditLog } from '../../audit/audit-log.js';
import { endSessions, hashOfToken, type SignedIn } from '../../sessions/session-store.js';
import { PasswordHashing } from './password-hashing.js';
import { SignIn } from './sign-in.js';

const shortest = 12;
const fewestDifferent = 5;
/** Shorter names occur in too many words. */
const shortestName = 4;

type Fault = ErrorParams<'bad_request'>;

/** What is wrong with a chosen password; undefined if nothing is. Length counts for more than kinds of characters. */
export function passwordFault(password: string, email: string): Fault | undefined {
  const field = 'newPassword';
  const characters = Array.from(password);
  if (characters.length < shortest) {
    return { detail: `a password has at least ${shortest} characters`, field, rule: 'minLength', limit: shortest };
  }
  if (new Set(characters).size < fewestDifferent) {
    return { detail: `a password has at least ${fewestDifferent} different characters`, field, rule: 'different', limit: fewestDifferent };
  }
  const [mailbox = ''] = email.split('@');
  if (mailbox.length >= shortestName && password.toLowerCase().includes(mailbox)) {
    return { detail: 'a password does not contain the name of its owner', field, rule: 'ownName' };
  }
  return undefined;
}

/** A user sets a password with its token. It is shown once, to the administrator who asked for it and passes it on. */
export interface PasswordLink {
  token: string;
  expiresAt: string;
}

const tokenBytes = 32;
const lifetimeSql = sql`interval '72 hours'`;

/** Replaces an earlier link of the user. */
export async function newPasswordLink(tx: Transaction, userId: string): Promise<PasswordLink> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const [link] = await tx.rows<{ expiresAt: Date }>(
    sql`INSERT INTO identity.password_link (user_id, token_hash, expires_at) VALUES ($1, $2, now() + ${lifetimeSql})
     ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
     RETURNING expires_at`,
    [userId, hashOfToken(token)],
  );
  return { token, expiresAt: link!.expiresAt.toISOString() };
}

interface LinkOwner {
  userId: string;
  corporationId: string | null;
  email: string;
}

@Injectable()
export class PasswordStore {
  constructor(
    private readonly database: Database,
    private readonly signIn: SignIn,
    private readonly hashing: PasswordHashing,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Needs the current password, and counts a wrong one as a failed sign-in: an open session alone must not be enough to take over a user.
   */
  async change({ userId, sessionId, email }: SignedIn, current: string, chosen: string, address: string): Promise<void> {
    const checked = await this.signIn.check(email, current, address);
    if (!checked) throw VigiaError.of('password_wrong');
    const hash = await this.hashOf(chosen, email, address);
    await this.database.transaction(async (tx) => {
      const changed = await tx.rows(
        sql`UPDATE identity.panel_user SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id`,
        [userId, checked.passwordHash, hash],
      );
      if (changed.length === 0) throw VigiaError.of('password_wrong');
      await endSessions(tx, userId, sessionId);
    });
  }

  async setByLink(token: string, chosen: string, address: string): Promise<void> {
    const tokenHash = hashOfToken(token);
    const { email, ...owner } = await this.ownerOf(tokenHash);
    const hash = await this.hashOf(chosen, email, address);
    await this.audit.record({ actor: { ...owner, actor: email, address }, action: 'password.set' }, () =>
      this.database.transaction(async (tx) => {
        // Locks the user first, like everything that changes a user: two transactions that lock in different orders would deadlock.
        await tx.rows(sql`SELECT 1 FROM identity.panel_user WHERE id = $1 FOR UPDATE`, [owner.userId]);
        // If two calls use one token, the first deletes the row and the second finds none.
        const used = await tx.rows(sql`DELETE FROM identity.password_link WHERE token_hash = $1 AND expires_at > now() RETURNING user_id`, [
          tokenHash,
        ]);
        if (used.length === 0) throw VigiaError.of('password_link_invalid');
        await tx.rows(sql`UPDATE identity.panel_user SET password_hash = $2 WHERE id = $1`, [owner.userId, hash]);
        await endSessions(tx, owner.userId);
        await forgiveAt(tx, email, address);
      }),
    );
  }

  private async ownerOf(tokenHash: Buffer): Promise<LinkOwner> {
    const [owner] = await this.database.rows<LinkOwner>(
      sql`SELECT id AS user_id, corporation_id, email
       FROM identity.password_link JOIN identity.panel_user ON id = user_id
       WHERE token_hash = $1 AND expires_at > now() AND status = 'active'`,
      [tokenHash],
    );
    if (!owner) throw VigiaError.of('password_link_invalid');
    return owner;
  }

  /** For a caller who has proved to be the owner of the email. */
  private hashOf(chosen: string, email: string, address: string): Promise<string> {
    const fault = passwordFault(chosen, email);
    if (fault) throw VigiaError.of('bad_request', fault);
    return this.hashing.hash(chosen, { address, isWhereOwnerWas: true });
  }
}
