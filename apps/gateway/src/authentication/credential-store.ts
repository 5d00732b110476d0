import { Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import type { HashedSecret } from './domain/credentials.js';

interface KnownCredential extends HashedSecret {
  corporationId: string;
  /** False once the credential is revoked or its corporation suspended. */
  enabled: boolean;
}

interface Entry {
  credential: Promise<KnownCredential | undefined>;
  /** By the monotonic clock of the process. */
  readAt: number;
}

/** A suspension takes effect within seconds on every replica, while a busy client does not cost a query per call. */
const freshMs = 2_000;
const mostEntries = 10_000;
const noteEveryMs = 60_000;

@Injectable()
export class CredentialStore {
  private readonly entries = new Map<string, Entry>();
  private readonly notedAt = new Map<string, number>();

  constructor(private readonly database: Database) {}

  /** At most two seconds old. While the database is away the look-up fails, and no client is let in. */
  find(accessKey: string): Promise<KnownCredential | undefined> {
    const known = this.entries.get(accessKey);
    if (known && performance.now() - known.readAt < freshMs) return known.credential;
    const credential = this.read(accessKey);
    // Forgets a failed read at once, so that the next call tries again.
    credential.catch(() => this.entries.delete(accessKey));
    if (this.entries.size >= mostEntries) this.entries.clear();
    this.entries.set(accessKey, { credential, readAt: performance.now() });
    return credential;
  }

  /** Writes at most once a minute. If an outage loses the note, the next call writes it. */
  noteUse(accessKey: string): void {
    const now = performance.now();
    if (now - (this.notedAt.get(accessKey) ?? -noteEveryMs) < noteEveryMs) return;
    if (this.notedAt.size >= mostEntries) this.notedAt.clear();
    this.notedAt.set(accessKey, now);
    this.database
      .rows(
        sql`UPDATE identity.credential SET last_used_at = now()
         WHERE access_key = $1 AND coalesce(last_used_at < now() - interval '1 minute', true)`,
        [accessKey],
      )
      .catch(() => this.notedAt.delete(accessKey));
  }

  async replaceHash(accessKey: string, { secretHash, pepperId }: HashedSecret): Promise<void> {
    await this.database.rows(sql`UPDATE identity.credential SET secret_hash = $2, pepper_id = $3 WHERE access_key = $1`, [
      accessKey,
      secretHash,
      pepperId,
    ]);
    this.entries.delete(accessKey);
  }

  private async read(accessKey: string): Promise<KnownCredential | undefined> {
    const [row] = await this.database.rows<KnownCredential>(
      sql`SELECT credential.secret_hash, credential.pepper_id, corporation.id AS corporation_id,
         credential.status = 'active' AND corporation.status = 'active' AS enabled
       FROM identity.credential JOIN identity.corporation ON corporation.id = credential.corporation_id
       WHERE credential.access_key = $1`,
      [accessKey],
    );
    return row;
  }
}
