import { sql, type Transaction } from '@vigia/database';
import { newSecretToken } from '../domain/secret-token.js';

/** With its token a user sets a password. It is shown once, to whoever asked for it, and passed on by them. */
export interface PasswordLink {
  token: string;
  expiresAt: string;
}

const lifetimeSql = sql`interval '72 hours'`;

/** Takes the place of an earlier one. */
export async function newPasswordLink(tx: Transaction, userId: string): Promise<PasswordLink> {
  const { token, hash } = newSecretToken();
  const [link] = await tx.rows<{ expiresAt: Date }>(
    sql`INSERT INTO identity.password_link (user_id, token_hash, expires_at) VALUES ($1, $2, now() + ${lifetimeSql})
     ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
     RETURNING expires_at`,
    [userId, hash],
  );
  return { token, expiresAt: link!.expiresAt.toISOString() };
}
