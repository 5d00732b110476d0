import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type BasicCredentials, type Corporation, type Credential } from '@vigia/contracts';
import { Database, sql, type CorporationRow, type CredentialRow } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { hashSecret } from '../authentication/domain/credentials.js';
import { endSessionsOfCorporation } from '../sessions/session-store.js';
import type { GatewaySettings } from '../settings.js';

type ShownCorporation = Omit<CorporationRow, 'createdAt'>;
type ShownCredential = Omit<CredentialRow, 'secretHash' | 'pepperId'>;

const credentials = sql`SELECT access_key, credential.corporation_id, credential.status, credential.created_at, credential.name,
  panel_user.name AS created_by, last_used_at
  FROM identity.credential LEFT JOIN identity.panel_user ON panel_user.id = created_by`;

/** Each has a limit of requests of its own. One for each program and environment, and some to replace them, are enough. */
const mostCredentials = 20;
const mostRevokedShown = 100;

interface Named {
  name: string;
  /** Null for an operator, whom a corporation does not know. */
  createdBy: string | null;
}

@Injectable()
export class IdentityStore {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  async createCorporation(name: string): Promise<Corporation> {
    const row = { id: randomUUID(), name, status: 'active' as const };
    await this.database.rows(sql`INSERT INTO identity.corporation (id, name, status) VALUES ($1, $2, $3)`, [row.id, row.name, row.status]);
    return toCorporation(row);
  }

  async corporations(): Promise<Corporation[]> {
    const rows = await this.database.rows<ShownCorporation>(sql`SELECT id, name, status FROM identity.corporation ORDER BY created_at`);
    return rows.map(toCorporation);
  }

  async setStatus(id: string, status: Corporation['status']): Promise<Corporation> {
    await this.database.transaction(async (tx) => {
      tx.send(sql`UPDATE identity.corporation SET status = $2 WHERE id = $1`, [id, status]);
      // Otherwise the sessions would be open again when the corporation is resumed.
      if (status === 'suspended') await endSessionsOfCorporation(tx, id);
    });
    return toCorporation(await this.corporation(id));
  }

  /** The secret is made beforehand, so that the audit record can name the credential before it is created. */
  async createCredential(corporationId: string, { accessKey, accessSecret }: BasicCredentials, named?: Named): Promise<void> {
    const { secretHash, pepperId } = hashSecret(accessSecret, this.settings.secretPeppers);
    const values = [accessKey, corporationId, secretHash, pepperId, named?.name, named?.createdBy];
    await this.database.transaction(async (tx) => {
      // One at a time: otherwise all that are created at once would count the same ones.
      const found = await tx.rows(sql`SELECT 1 FROM identity.corporation WHERE id = $1 FOR NO KEY UPDATE`, [corporationId]);
      if (found.length === 0) throw VigiaError.of('not_found');
      const created = await tx.rows(
        sql`INSERT INTO identity.credential (access_key, corporation_id, secret_hash, pepper_id, status, name, created_by)
         SELECT $1, $2, $3, $4, 'active', $5, $6
         WHERE (SELECT count(*) FROM identity.credential WHERE corporation_id = $2 AND status = 'active') < ${mostCredentials}
         RETURNING access_key`,
        values,
      );
      if (created.length === 0) throw VigiaError.of('credentials_full', { most: mostCredentials });
    });
  }

  async credentialsOf(corporationId: string): Promise<Credential[]> {
    const rows = await this.database.rows<ShownCredential>(
      sql`${credentials} WHERE credential.corporation_id = $1 AND (credential.status = 'active' OR access_key IN (
            SELECT access_key FROM identity.credential WHERE corporation_id = $1 AND status <> 'active'
            ORDER BY created_at DESC LIMIT ${mostRevokedShown})) ORDER BY credential.created_at`,
      [corporationId],
    );
    return rows.map(toCredential);
  }

  async credential(accessKey: string): Promise<Credential> {
    const [row] = await this.database.rows<ShownCredential>(sql`${credentials} WHERE access_key = $1`, [accessKey]);
    if (!row) throw VigiaError.of('not_found');
    return toCredential(row);
  }

  /** `within`: the corporation that the credential must belong to; an operator may revoke those of any. */
  async revoke(accessKey: string, within?: string): Promise<Credential> {
    const revoked = await this.database.rows(
      sql`UPDATE identity.credential SET status = 'revoked' WHERE access_key = $1 AND ($2::uuid IS NULL OR corporation_id = $2) RETURNING access_key`,
      [accessKey, within],
    );
    if (revoked.length === 0) throw VigiaError.of('not_found');
    return this.credential(accessKey);
  }

  async rename(accessKey: string, name: string, within: string): Promise<Credential> {
    const renamed = await this.database.rows(
      sql`UPDATE identity.credential SET name = $2 WHERE access_key = $1 AND corporation_id = $3 RETURNING access_key`,
      [accessKey, name, within],
    );
    if (renamed.length === 0) throw VigiaError.of('not_found');
    return this.credential(accessKey);
  }

  private async corporation(id: string): Promise<ShownCorporation> {
    const [row] = await this.database.rows<ShownCorporation>(sql`SELECT id, name, status FROM identity.corporation WHERE id = $1`, [id]);
    if (!row) throw VigiaError.of('not_found');
    return row;
  }
}

function toCorporation({ id, name, status }: ShownCorporation): Corporation {
  return { corporationId: id, name, status };
}

function toCredential({ createdAt, lastUsedAt, ...credential }: ShownCredential): Credential {
  return { ...credential, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
