import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type Corporation, type Credential } from '@vigia/contracts';
import { Database, sql, type CorporationRow, type CredentialRow } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { hashSecret, newSecret } from '../authentication/domain/credentials.js';
import { endSessionsOfCorporation } from '../panel/sessions/session-store.js';
import type { GatewaySettings } from '../settings.js';

type ShownCorporation = Omit<CorporationRow, 'createdAt'>;
type ShownCredential = Omit<CredentialRow, 'secretHash' | 'pepperId'>;

const credentials = sql`SELECT access_key, corporation_id, status, created_at FROM identity.credential`;

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
      // Otherwise they would be open again when the corporation is resumed.
      if (status === 'suspended') await endSessionsOfCorporation(tx, id);
    });
    return toCorporation(await this.corporation(id));
  }

  async createCredential(corporationId: string): Promise<{ accessKey: string; accessSecret: string }> {
    await this.corporation(corporationId);
    const { accessKey, accessSecret } = newSecret();
    const { secretHash, pepperId } = hashSecret(accessSecret, this.settings.secretPeppers);
    await this.database.rows(
      sql`INSERT INTO identity.credential (access_key, corporation_id, secret_hash, pepper_id, status) VALUES ($1, $2, $3, $4, 'active')`,
      [accessKey, corporationId, secretHash, pepperId],
    );
    return { accessKey, accessSecret };
  }

  async credentialsOf(corporationId: string): Promise<Credential[]> {
    const rows = await this.database.rows<ShownCredential>(sql`${credentials} WHERE corporation_id = $1 ORDER BY created_at`, [
      corporationId,
    ]);
    return rows.map(toCredential);
  }

  async credential(accessKey: string): Promise<Credential> {
    const [row] = await this.database.rows<ShownCredential>(sql`${credentials} WHERE access_key = $1`, [accessKey]);
    if (!row) throw VigiaError.of('not_found');
    return toCredential(row);
  }

  async revoke(accessKey: string): Promise<Credential> {
    await this.database.rows(sql`UPDATE identity.credential SET status = 'revoked' WHERE access_key = $1`, [accessKey]);
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

function toCredential({ accessKey, corporationId, status, createdAt }: ShownCredential): Credential {
  return { accessKey, corporationId, status, createdAt: createdAt.toISOString() };
}
