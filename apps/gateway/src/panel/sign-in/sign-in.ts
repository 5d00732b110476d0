import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { AuditLog } from '../../audit/audit-log.js';
import { type Browser, SessionStore } from '../../sessions/session-store.js';
import { PasswordHashing } from './password-hashing.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { networkOf } from '../../limits/network-of.js';
import { assertAllowed, TokenBuckets } from '../../limits/token-buckets.js';

interface KnownUser {
  userId: string;
  corporationId: string | null;
  passwordHash: string | null;
  enabled: boolean;
}

type WithPassword = KnownUser & { passwordHash: string };

/** A program could sign in and out all day, and each session leaves two entries in the audit record, which is kept for ever. */
const mostOpened = { perSecond: 0.1, burst: 50 };

@Injectable()
export class SignIn {
  private readonly opened = new TokenBuckets(this.database, mostOpened);

  constructor(
    private readonly database: Database,
    private readonly attempts: SignInAttempts,
    private readonly hashing: PasswordHashing,
    private readonly sessionStore: SessionStore,
    private readonly audit: AuditLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The token of a new session. A caller that does not know the password learns nothing about the email. */
  async signIn(email: string, password: string, caller: Browser, found: (user: KnownUser) => void): Promise<string> {
    const user = await this.check(email, password, caller.address, found);
    if (!user) throw VigiaError.of('sign_in_failed');
    // Only a caller that knows the password learns this.
    if (!user.enabled) throw VigiaError.of('credentials_disabled');
    // At each address apart: somebody elsewhere who knows the password must not keep its owner out.
    assertAllowed(await this.opened.take(`sign-ins of ${user.userId} at ${networkOf(caller.address)}`), 'sign_ins');
    const actor = { ...user, actor: email, address: caller.address };
    return this.audit.record({ actor, action: 'session.open' }, async () => {
      const token = await this.sessionStore.open(user, caller);
      // The password was just changed, or the user was just deactivated.
      if (!token) throw VigiaError.of('sign_in_failed');
      return token;
    });
  }

  /** The user with this email and this password; undefined if there is none. */
  async check(email: string, password: string, address: string, found?: (user: KnownUser) => void): Promise<WithPassword | undefined> {
    const user = await this.find(email);
    if (user) found?.(user);
    const attempt = await this.attempts.begin(email, address);
    const matches = await this.hashing.matches(password, user?.passwordHash, attempt).catch(async (error: unknown) => {
      await this.attempts.takeBack(attempt).catch((err: unknown) => this.logger.warn({ err }, 'attempt to sign in not taken back'));
      throw error;
    });
    if (!matches || !user?.passwordHash) return undefined;
    await this.attempts.forgive(attempt);
    return { ...user, passwordHash: user.passwordHash };
  }

  private async find(email: string): Promise<KnownUser | undefined> {
    const [user] = await this.database.rows<KnownUser>(
      sql`SELECT panel_user.id AS user_id, corporation_id, password_hash,
         panel_user.status = 'active' AND coalesce(corporation.status, 'active') = 'active' AS enabled
       FROM identity.panel_user LEFT JOIN identity.corporation ON corporation.id = corporation_id WHERE email = $1`,
      [email],
    );
    return user;
  }
}
