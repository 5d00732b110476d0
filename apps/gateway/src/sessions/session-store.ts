import { Injectable } from '@nestjs/common';
import { type UserRole, VigiaError } from '@vigia/contracts';
import { Database, lacksRoom, sql, type Transaction } from '@vigia/database';
import { createHash } from 'node:crypto';
import { SessionTokens } from './session-tokens.js';

/** A token has too many random bits to be guessed: a plain hash protects it as well as a slow one. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The origin of a call, as far as it can be known. */
export interface Browser {
  address: string;
  userAgent: string;
}

interface Opening {
  userId: string;
  /** Null for an operator. */
  corporationId: string | null;
  passwordHash: string;
}

export interface SignedIn {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  role: UserRole;
  /** Null for an operator. */
  corporationId: string | null;
  corporationName: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** A user who belongs to a corporation. */
export type Colleague = SignedIn & { corporationId: string };

export interface OwnSession {
  sessionId: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

/** A user has them in different browsers. When another begins, those that were used least recently end. */
const mostSessions = 20;
const longestSql = sql`interval '12 hours'`;
const longestIdleSql = sql`interval '2 hours'`;
const goesOn = sql`session.expires_at > now() AND session.last_seen_at > now() - ${longestIdleSql}`;
/** Valid sessions of users who may sign in. The caller appends another condition. */
const usableSessions = sql`identity.session JOIN identity.panel_user ON panel_user.id = user_id LEFT JOIN identity.corporation ON corporation.id = corporation_id
  WHERE ${goesOn} AND panel_user.status = 'active' AND coalesce(corporation.status, 'active') = 'active'`;
export const sessionHasEnded = sql`expires_at <= now() OR last_seen_at <= now() - ${longestIdleSql}`;

@Injectable()
export class SessionStore {
  constructor(
    private readonly database: Database,
    private readonly tokens: SessionTokens,
  ) {}

  /** Undefined if the checked password is no longer the user's: the rows are locked against a change meanwhile. */
  async open(user: Opening, { address, userAgent }: Browser): Promise<string | undefined> {
    const token = this.tokens.make();
    const opened = await this.database.transaction(async (tx) => {
      if (user.corporationId !== null) await lockActive(tx, user.corporationId);
      return tx.rows(
        sql`INSERT INTO identity.session (token_hash, user_id, address, user_agent, expires_at)
         SELECT $1, id, $4, $5, now() + ${longestSql} FROM identity.panel_user
         WHERE id = $2 AND password_hash = $3 AND status = 'active' FOR SHARE RETURNING id`,
        [hashOfToken(token), user.userId, user.passwordHash, address, userAgent],
      );
    });
    if (opened.length === 0) return undefined;
    await this.database.rows(
      sql`DELETE FROM identity.session WHERE user_id = $1 AND id IN (
         SELECT id FROM identity.session WHERE user_id = $1 ORDER BY token_hash = $2 DESC, last_seen_at DESC, created_at DESC OFFSET ${mostSessions})`,
      [user.userId, hashOfToken(token)],
    );
    return token;
  }

  /**
   * Runs on every call, so that an end, a deactivation or a suspension affects the next call. Activity is recorded once a minute, not for
   * automatic requests of a page, and not while the disk of the database is full.
   */
  async find(token: string, { isAttended = true } = {}): Promise<SignedIn | undefined> {
    try {
      return await this.read(token, isAttended);
    } catch (error) {
      if (!isAttended || !lacksRoom(error)) throw error;
      return this.read(token, false);
    }
  }

  /** A change of the user may take its time, so this does not wait for it. */
  private async read(token: string, isAttended: boolean): Promise<SignedIn | undefined> {
    const [signedIn] = await this.database.rows<SignedIn>(
      sql`WITH found AS (
         SELECT session.id AS session_id, panel_user.id AS user_id, email, panel_user.name, role, corporation_id,
           corporation.name AS corporation_name, session.created_at, expires_at
         FROM ${usableSessions} AND token_hash = $1
       ), seen AS (
         UPDATE identity.session SET last_seen_at = now()
         WHERE $2 AND id IN (SELECT session_id FROM found) AND last_seen_at < now() - interval '1 minute'
       ), seen_user AS (
         UPDATE identity.panel_user SET last_seen_at = now()
         WHERE id IN (
           SELECT panel_user.id FROM found JOIN identity.panel_user ON panel_user.id = user_id
           WHERE $2 AND coalesce(last_seen_at < now() - interval '1 minute', true) FOR NO KEY UPDATE OF panel_user SKIP LOCKED)
       )
       SELECT * FROM found`,
      [hashOfToken(token), isAttended],
    );
    return signedIn;
  }

  async end(token: string): Promise<void> {
    await this.database.rows(sql`DELETE FROM identity.session WHERE token_hash = $1`, [hashOfToken(token)]);
  }

  /** The roles for the sessions that are still valid. Does not count as activity. */
  async rolesOf(sessionIds: string[]): Promise<Map<string, UserRole>> {
    const standing = await this.database.rows<{ sessionId: string; role: UserRole }>(
      sql`SELECT session.id AS session_id, role FROM ${usableSessions} AND session.id = ANY($1)`,
      [sessionIds],
    );
    return new Map(standing.map(({ sessionId, role }) => [sessionId, role]));
  }

  list(userId: string): Promise<OwnSession[]> {
    return this.database.rows(
      sql`SELECT id AS session_id, address, user_agent, created_at, last_seen_at,
         expires_at
       FROM identity.session WHERE user_id = $1 AND ${goesOn} ORDER BY created_at DESC`,
      [userId],
    );
  }

  /** Whether the user had such a session. */
  async endOne(userId: string, sessionId: string): Promise<boolean> {
    const ended = await this.database.rows(sql`DELETE FROM identity.session WHERE user_id = $1 AND id = $2 RETURNING id`, [
      userId,
      sessionId,
    ]);
    return ended.length > 0;
  }
}

/** A suspension ends only the sessions that it finds. Everything that locks a corporation and a user locks the corporation first. */
async function lockActive(tx: Transaction, corporationId: string): Promise<void> {
  const found = await tx.rows(sql`SELECT 1 FROM identity.corporation WHERE id = $1 AND status = 'active' FOR SHARE`, [corporationId]);
  if (found.length === 0) throw VigiaError.of('credentials_disabled');
}

/** Ends all sessions of a user, except one if it is to stay. */
export async function endSessions(tx: Transaction, userId: string, exceptId: string | null = null): Promise<void> {
  await tx.rows(sql`DELETE FROM identity.session WHERE user_id = $1 AND id IS DISTINCT FROM $2`, [userId, exceptId]);
}

export async function endSessionsOfCorporation(tx: Transaction, corporationId: string): Promise<void> {
  await tx.rows(
    sql`DELETE FROM identity.session USING identity.panel_user WHERE panel_user.id = user_id AND panel_user.corporation_id = $1`,
    [corporationId],
  );
}
