import { Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { AuditLog } from '../audit/audit-log.js';
import { passwordFault } from '../domain/password-rules.js';
import { hashOfToken } from '../domain/secret-token.js';
import { endSessions, type SignedIn } from '../sessions/session-book.js';
import { PasswordHashing } from '../sign-in/password-hashing.js';
import { SignIn } from '../sign-in/sign-in.js';

interface LinkOwner {
  userId: string;
  corporationId: string | null;
  email: string;
}

@Injectable()
export class PasswordBook {
  constructor(
    private readonly database: Database,
    private readonly signIn: SignIn,
    private readonly hashing: PasswordHashing,
    private readonly audit: AuditLog,
  ) {}

  /** Whoever sits at somebody else's open session cannot take it over, nor guess more quickly than by signing in. */
  async change({ userId, sessionId, email }: SignedIn, current: string, chosen: string, address: string): Promise<void> {
    const checked = await this.signIn.check(email, current, address);
    if (!checked) throw VigiaError.of('password_wrong');
    const hash = await this.hashOf(chosen, email);
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
    const hash = await this.hashOf(chosen, email);
    await this.audit.record({ actor: { ...owner, actor: email, address }, action: 'password.set' }, () =>
      this.database.transaction(async (tx) => {
        // Of two who come with it, one finds it.
        const used = await tx.rows(sql`DELETE FROM identity.password_link WHERE token_hash = $1 AND expires_at > now() RETURNING user_id`, [
          tokenHash,
        ]);
        if (used.length === 0) throw VigiaError.of('password_link_invalid');
        await tx.rows(sql`UPDATE identity.panel_user SET password_hash = $2 WHERE id = $1`, [owner.userId, hash]);
        await endSessions(tx, owner.userId);
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

  private hashOf(chosen: string, email: string): Promise<string> {
    const detail = passwordFault(chosen, email);
    if (detail !== undefined) throw VigiaError.of('bad_request', { detail });
    return this.hashing.hash(chosen);
  }
}
