import { Injectable } from '@nestjs/common';
import { VigiaError, webhookType, type PayloadOf } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { sealSecret } from '@vigia/messaging';
import { newSecretKey } from '../domain/signature.js';
import { Vault, type SecretOwner } from '../secrets/vault.js';
import { skipPending, takePlace } from './active-places.js';
import { configurationColumns, type ConfigurationRow } from './configuration-row.js';
import { DraftSettings, settingColumns } from './draft-settings.js';

@Injectable()
export class ConfigurationBook {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly drafts: DraftSettings,
  ) {}

  /** Gives the secret key, sealed to the asker. The same id finds what was created under it before. */
  async create({ corporationId, configurationId: id, sealTo, active, ...settings }: PayloadOf<'webhooks.create'>): Promise<string> {
    const owner = { id, corporationId };
    const columns = await this.drafts.columns(settings, owner);
    const sealedSecretKey = await this.database.transaction(async (tx) => {
      const place = active ? await takePlaceUnlessKnown(tx, owner) : null;
      const sealed = this.vault.seal(newSecretKey(), 'sealed_secret_key', owner);
      await tx.rows(
        sql`INSERT INTO webhooks.configuration (id, corporation_id, type, sealed_secret_key, active_place, ${settingColumns})
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (id) DO NOTHING`,
        [id, corporationId, webhookType, sealed, place, ...columns],
      );
      return (await find(tx, owner)).sealedSecretKey;
    });
    return sealSecret(this.vault.open(sealedSecretKey, 'sealed_secret_key', owner), sealTo);
  }

  async edit({ corporationId, configurationId: id, changes }: PayloadOf<'webhooks.edit'>): Promise<void> {
    const owner = { id, corporationId };
    const { active, ...settings } = changes;
    await this.database.transaction(async (tx) => {
      const row = await find(tx, owner);
      const columns = await this.drafts.columns(settings, owner, row);
      await tx.rows(
        sql`UPDATE webhooks.configuration SET (active_place, ${settingColumns}) = ($2, $3, $4, $5, $6, $7, $8, $9, $10), updated_at = now()
         WHERE id = $1`,
        [id, await placeAfter(tx, row, active), ...columns],
      );
    });
  }
}

async function find(tx: Transaction, { id, corporationId }: SecretOwner): Promise<ConfigurationRow> {
  const [row] = await tx.rows<ConfigurationRow>(
    sql`SELECT ${configurationColumns} FROM webhooks.configuration WHERE id = $1 AND corporation_id = $2 FOR UPDATE`,
    [id, corporationId],
  );
  if (!row) throw VigiaError.of('not_found');
  return row;
}

/** A repetition of a creation must not be told that its own place is taken. */
async function takePlaceUnlessKnown(tx: Transaction, { id, corporationId }: SecretOwner): Promise<number | null> {
  const known = await tx.rows(sql`SELECT 1 FROM webhooks.configuration WHERE id = $1`, [id]);
  return known.length > 0 ? null : takePlace(tx, corporationId);
}

async function placeAfter(tx: Transaction, { id, corporationId, activePlace }: ConfigurationRow, active?: boolean): Promise<number | null> {
  if (active === undefined || active === (activePlace !== null)) return activePlace;
  if (active) return takePlace(tx, corporationId);
  await skipPending(tx, id);
  return null;
}
