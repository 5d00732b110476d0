import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type Corporation, type Credential } from '@vigia/contracts';
import { CorporationRow, CredentialRow, inTransaction } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import { hashSecret, newSecret } from '../authentication/domain/secret-hash.js';
import { endSessionsOfCorporation } from '../panel/sessions/session-book.js';
import type { GatewaySettings } from '../settings.js';

@Injectable()
export class IdentityBook {
  constructor(
    private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  async createCorporation(name: string): Promise<Corporation> {
    const row = { id: randomUUID(), name, status: 'active' as const };
    await this.database.getRepository(CorporationRow).insert(row);
    return toCorporation(row);
  }

  async corporations(): Promise<Corporation[]> {
    const rows = await this.database.getRepository(CorporationRow).find({ order: { createdAt: 'ASC' } });
    return rows.map(toCorporation);
  }

  async setStatus(id: string, status: Corporation['status']): Promise<Corporation> {
    await inTransaction(this.database, async (tx) => {
      tx.send('UPDATE identity.corporation SET status = $2 WHERE id = $1', [id, status]);
      // Otherwise they would go on when the corporation is let in again.
      if (status === 'suspended') await endSessionsOfCorporation(tx, id);
    });
    return toCorporation(await this.corporation(id));
  }

  async createCredential(corporationId: string): Promise<{ accessKey: string; accessSecret: string }> {
    await this.corporation(corporationId);
    const { accessKey, accessSecret } = newSecret();
    const hashed = hashSecret(accessSecret, this.settings.secretPeppers);
    await this.database.getRepository(CredentialRow).insert({ accessKey, corporationId, ...hashed, status: 'active' });
    return { accessKey, accessSecret };
  }

  async credentialsOf(corporationId: string): Promise<Credential[]> {
    const rows = await this.database.getRepository(CredentialRow).find({ where: { corporationId }, order: { createdAt: 'ASC' } });
    return rows.map(toCredential);
  }

  async credential(accessKey: string): Promise<Credential> {
    const row = await this.database.getRepository(CredentialRow).findOneBy({ accessKey });
    if (!row) throw VigiaError.of('not_found');
    return toCredential(row);
  }

  async revoke(accessKey: string): Promise<Credential> {
    await this.database.getRepository(CredentialRow).update({ accessKey }, { status: 'revoked' });
    return this.credential(accessKey);
  }

  private async corporation(id: string): Promise<CorporationRow> {
    const row = await this.database.getRepository(CorporationRow).findOneBy({ id });
    if (!row) throw VigiaError.of('not_found');
    return row;
  }
}

function toCorporation({ id, name, status }: Omit<CorporationRow, 'createdAt'>): Corporation {
  return { corporationId: id, name, status };
}

function toCredential({ accessKey, corporationId, status, createdAt }: CredentialRow): Credential {
  return { accessKey, corporationId, status, createdAt: createdAt.toISOString() };
}
