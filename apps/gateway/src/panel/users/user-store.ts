import { Injectable } from '@nestjs/common';
import { type User, type UserRole, VigiaError } from '@vigia/contracts';
import { Database, sql, StatementError, type Transaction } from '@vigia/database';
import { endSessions, type SignedIn } from '../../sessions/session-store.js';
import { newPasswordLink, type PasswordLink } from '../sign-in/password-store.js';

const repeatedKey = '23505';
/** Each user has a limit of requests of its own, which must not multiply that of a corporation without end. */
const mostActive = 500;
const mostDeactivatedShown = 500;
const inSpanish = new Intl.Collator('es');

export interface UserRow {
  userId: string;
  corporationId: string | null;
  email: string;
  name: string;
  role: UserRole;
  active: boolean;
  createdAt: Date;
  hasPassword: boolean;
  lastSeenAt: Date | null;
  activeCredentials: number;
}

export const userColumns = sql`panel_user.id AS user_id, corporation_id, email, panel_user.name, role, panel_user.status = 'active' AS active,
  panel_user.created_at, password_hash IS NOT NULL AS has_password, last_seen_at,
  (SELECT count(*)::int FROM identity.credential
   WHERE credential.corporation_id = panel_user.corporation_id AND created_by = panel_user.id AND credential.status = 'active') AS active_credentials`;

export function toUser({ createdAt, lastSeenAt, ...user }: UserRow): User {
  return { ...user, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt?.toISOString() ?? null };
}

interface NewUser {
  corporationId: string | null;
  email: string;
  name: string;
  role: UserRole;
}

interface UserChanges {
  name?: string;
  role?: UserRole;
  active?: boolean;
}

export interface Invitation {
  user: User;
  passwordLink: PasswordLink;
}

/** For the audit record: the id of the user that an invitation made. */
export const invited = ({ user }: Pick<Invitation, 'user'>): string => user.userId;

/** A user could do it by mistake, and could not undo it. */
export function refuseOwnDeactivation({ userId, role }: SignedIn, changedId: string, { active }: UserChanges): void {
  if (changedId !== userId || active !== false) return;
  const who = role === 'operator' ? 'operators' : 'administrators';
  throw VigiaError.of('conflict', { detail: `${who} do not deactivate themselves` });
}

@Injectable()
export class UserStore {
  constructor(private readonly database: Database) {}

  async create({ corporationId, email, name, role }: NewUser): Promise<Invitation> {
    if ((role === 'operator') !== (corporationId === null)) {
      throw VigiaError.of('bad_request', { detail: 'an operator belongs to no corporation, everybody else to one' });
    }
    return this.database.transaction(async (tx) => {
      if (corporationId !== null) {
        await lockCorporation(tx, corporationId);
        await refuseOneMore(tx, corporationId);
      }
      const [user] = await tx.rows<UserRow>(
        sql`INSERT INTO identity.panel_user (corporation_id, email, name, role) VALUES ($1, $2, $3, $4)
         ON CONFLICT (email) DO NOTHING RETURNING ${userColumns}`,
        [corporationId, email.toLowerCase(), name, role],
      );
      if (!user) throw VigiaError.of('email_taken');
      return { user: toUser(user), passwordLink: await newPasswordLink(tx, user.userId) };
    });
  }

  async list(corporationId: string | null): Promise<User[]> {
    const users = await this.database.rows<UserRow>(
      sql`SELECT ${userColumns} FROM identity.panel_user WHERE corporation_id IS NOT DISTINCT FROM $1 AND (status = 'active' OR id IN (
            SELECT id FROM identity.panel_user WHERE corporation_id IS NOT DISTINCT FROM $1 AND status <> 'active'
            ORDER BY created_at DESC LIMIT ${mostDeactivatedShown})) ORDER BY created_at, id`,
      [corporationId],
    );
    return users.map(toUser);
  }

  async find(userId: string): Promise<User> {
    const [user] = await this.database.rows<UserRow>(sql`SELECT ${userColumns} FROM identity.panel_user WHERE id = $1`, [userId]);
    if (!user) throw VigiaError.of('not_found');
    return toUser(user);
  }

  /** `within`: the corporation that the user must belong to; null for an operator. */
  change(userId: string, changes: UserChanges, within: string | null): Promise<User> {
    return this.database.transaction(async (tx) => {
      const before = await lockOneOf(tx, userId, within);
      const { name, role, active } = { ...before, ...changes };
      const stays = role === before.role && active;
      if (before.active && !stays) await assertNotTheLast(tx, before);
      if (active && !before.active && within !== null) await refuseOneMore(tx, within);
      const [after] = await tx.rows<UserRow>(
        sql`UPDATE identity.panel_user SET name = $2, role = $3, status = CASE WHEN $4 THEN 'active' ELSE 'deactivated' END
         WHERE id = $1 RETURNING ${userColumns}`,
        [userId, name, role, active],
      );
      if (!active) await shutOut(tx, userId);
      return toUser(after!);
    });
  }

  /**
   * Only while the user is deactivated and has neither a session nor a link. The password goes as well: the old email may be that of the
   * person who chose it.
   */
  readdress(userId: string, email: string, within: string | null): Promise<User> {
    return refuseTakenEmail(() =>
      this.database.transaction(async (tx) => {
        const { active } = await lockOneOf(tx, userId, within);
        if (active) throw VigiaError.of('conflict', { detail: 'the user is active; deactivate the user first' });
        const [after] = await tx.rows<UserRow>(
          sql`UPDATE identity.panel_user SET email = $2, password_hash = NULL WHERE id = $1 RETURNING ${userColumns}`,
          [userId, email.toLowerCase()],
        );
        return toUser(after!);
      }),
    );
  }

  /** Removes the old password and ends every session of the user. */
  resetPassword(userId: string, within: string | null): Promise<Invitation> {
    return this.database.transaction(async (tx) => {
      const user = await lockOneOf(tx, userId, within);
      if (!user.active) throw VigiaError.of('conflict', { detail: 'the user is deactivated' });
      await tx.rows(sql`UPDATE identity.panel_user SET password_hash = NULL WHERE id = $1`, [userId]);
      await endSessions(tx, userId);
      return { user: { ...toUser(user), hasPassword: false }, passwordLink: await newPasswordLink(tx, userId) };
    });
  }

  async colleagues(corporationId: string): Promise<Pick<User, 'userId' | 'name' | 'role'>[]> {
    const found = await this.database.rows<Pick<User, 'userId' | 'name' | 'role'>>(
      sql`SELECT id AS user_id, name, role FROM identity.panel_user WHERE corporation_id = $1 AND status = 'active' ORDER BY id`,
      [corporationId],
    );
    return found.toSorted((one, other) => inSpanish.compare(one.name, other.name));
  }
}

/** Serializes changes in one corporation: otherwise each of two admins could remove the other as the last one. */
async function lockCorporation(tx: Transaction, corporationId: string): Promise<void> {
  const found = await tx.rows(sql`SELECT 1 FROM identity.corporation WHERE id = $1 FOR NO KEY UPDATE`, [corporationId]);
  if (found.length === 0) throw VigiaError.of('not_found');
}

/** The corporation must be locked. */
async function refuseOneMore(tx: Transaction, corporationId: string): Promise<void> {
  const [users] = await tx.rows<{ active: number }>(
    sql`SELECT count(*)::int AS active FROM identity.panel_user WHERE corporation_id = $1 AND status = 'active'`,
    [corporationId],
  );
  if (users!.active >= mostActive) throw VigiaError.of('users_full', { most: mostActive });
}

/** The database decides which email is taken, even if two users get it at the same time. */
async function refuseTakenEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StatementError) || error.sqlState !== repeatedKey) throw error;
    throw VigiaError.of('email_taken');
  }
}

/** Serializes changes of operators, who belong to no corporation: otherwise each of two could deactivate the other as the last one. */
async function lockOperators(tx: Transaction): Promise<void> {
  await tx.rows(sql`SELECT FROM identity.panel_user WHERE corporation_id IS NULL ORDER BY id FOR NO KEY UPDATE`);
}

/** A user of another corporation gets the same answer as a user who does not exist. */
async function lockOneOf(tx: Transaction, userId: string, within: string | null): Promise<UserRow> {
  await (within === null ? lockOperators(tx) : lockCorporation(tx, within));
  const [user] = await tx.rows<UserRow>(
    sql`SELECT ${userColumns} FROM identity.panel_user WHERE id = $1 AND corporation_id IS NOT DISTINCT FROM $2 FOR UPDATE`,
    [userId, within],
  );
  if (!user) throw VigiaError.of('not_found');
  return user;
}

const keptRoles: Partial<Record<UserRole, 'last_admin' | 'last_operator'>> = { admin: 'last_admin', operator: 'last_operator' };

/**
 * A corporation keeps an administrator, and the platform an operator. For one who has a password, only another who has one counts: somebody
 * who was only invited cannot sign in yet.
 */
async function assertNotTheLast(tx: Transaction, { userId, corporationId, role, hasPassword }: UserRow): Promise<void> {
  const refusal = keptRoles[role];
  if (!refusal) return;
  const others = await tx.rows(
    sql`SELECT 1 FROM identity.panel_user
     WHERE corporation_id IS NOT DISTINCT FROM $1 AND role = $4 AND status = 'active' AND id <> $2 AND (password_hash IS NOT NULL OR NOT $3::boolean)
     LIMIT 1`,
    [corporationId, userId, hasPassword, role],
  );
  if (others.length === 0) throw VigiaError.of(refusal);
}

async function shutOut(tx: Transaction, userId: string): Promise<void> {
  await endSessions(tx, userId);
  await tx.rows(sql`DELETE FROM identity.password_link WHERE user_id = $1`, [userId]);
}
