import { Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import type { HashedSecret } from './domain/secret-hash.js';

export interface KnownCredential extends HashedSecret {
  corporationId: string;
  /** False once the credential is revoked or its corporation suspended. */
  enabled: boolean;
}

interface Entry {
  credential: Promise<KnownCredential | undefined>;
  readAt: number;
}

/** A suspension has to be felt within seconds everywhere, and a busy client must not cost a query per call. */
const freshMs = 2_000;
const mostEntries = 10_000;

@Injectable()
export class CredentialDirectory {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly database: Database) {}

  /** At most two seconds old. When the database is away nobody is let in. */
  find(accessKey: string): Promise<KnownCredential | undefined> {
    const known = this.entries.get(accessKey);
    if (known && Date.now() - known.readAt < freshMs) return known.credential;
    const credential = this.read(accessKey);
    // A failed read is forgotten at once, so that the next call tries again.
    credential.catch(() => this.entries.delete(accessKey));
    if (this.entries.size >= mostEntries) this.entries.clear();
    this.entries.set(accessKey, { credential, readAt: Date.now() });
    return credential;
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
