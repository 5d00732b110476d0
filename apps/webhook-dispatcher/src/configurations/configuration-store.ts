import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, webhookType, type PayloadOf, type WebhookConfiguration } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { sealSecret } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { DayCounts, type DeliveryCounts } from '../counts/day-counts.js';
import { newSecretKey } from '../domain/signature.js';
import { Vault, type SecretOwner } from '../secrets/vault.js';
import {
  configurationColumns,
  openHeaders,
  shownConfiguration,
  updatedNow,
  type ConfigurationRow,
  type ShownRow,
} from './configuration-row.js';
import { skipWaiting } from './skip-waiting.js';
import { endSwitchedOff } from './warnings.js';
import { SettingsDrafts, settingColumns } from './settings-drafts.js';

export const mostActive = 3;
/** An inactive configuration can be edited into any other one, so nobody needs more. */
const mostKept = 20;

const uncounted = { succeeded: 0, failed: 0, pending: 0 };

@Injectable()
export class ConfigurationStore {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly dayCounts: DayCounts,
    private readonly settingsDrafts: SettingsDrafts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async list(corporationId: string): Promise<WebhookConfiguration[]> {
    const [rows, days] = await Promise.all([this.shownRows(corporationId), this.dayCounts.of(corporationId)]);
    return rows.map((row) => this.shown(row, days.get(row.id) ?? uncounted));
  }

  /**
   * The configuration after a change, without counts of its deliveries: if counting failed, the caller would not learn that the change was
   * made, or see a secret key that is shown once.
   */
  async changed(corporationId: string, configurationId: string): Promise<WebhookConfiguration> {
    const [row] = await this.shownRows(corporationId, configurationId);
    if (!row) throw VigiaError.of('not_found');
    return this.shown(row, uncounted);
  }

  private shownRows(corporationId: string, configurationId?: string): Promise<ShownRow[]> {
    return this.database.rows<ShownRow>(
      sql`SELECT ${configurationColumns}, failures_in_row, failing_since, secret_changed_at, other_until, configuration.created_at,
         (SELECT raised_at FROM webhooks.warning WHERE configuration_id = configuration.id AND ended_at IS NULL) AS warned_at
       FROM webhooks.configuration WHERE corporation_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY created_at, id`,
      [corporationId, configurationId],
    );
  }

  private shown(row: ShownRow, lastDay: DeliveryCounts): WebhookConfiguration {
    return shownConfiguration(row, lastDay, this.headerNames(row));
  }

  /** If the headers of a configuration cannot be opened, it is shown without them. */
  private headerNames(row: ShownRow): string[] {
    try {
      return Object.keys(JSON.parse(openHeaders(this.vault, row) ?? '{}') as object);
    } catch (error) {
      this.logger.error({ err: error, configurationId: row.id }, 'headers cannot be opened, and are not shown');
      return [];
    }
  }

  /** The row with its sealed secrets. */
  async row(corporationId: string, configurationId: string): Promise<ConfigurationRow> {
    const [row] = await this.database.rows<ConfigurationRow>(
      sql`SELECT ${configurationColumns} FROM webhooks.configuration WHERE id = $1 AND corporation_id = $2`,
      [configurationId, corporationId],
    );
    if (!row) throw VigiaError.of('not_found');
    return row;
  }

  /** Returns the secret key, sealed to the sender. A repeated id returns the key of the configuration that it created. */
  async create({ corporationId, configurationId: id, sealTo, active, ...settings }: PayloadOf<'webhooks.create'>): Promise<string> {
    const owner = { id, corporationId };
    const columns = await this.settingsDrafts.columns(settings, owner, { isSwitchedOn: active });
    const sealedSecretKey = await this.database.transaction(async (tx) => {
      const activePlace = await roomFor(tx, owner, active);
      const sealed = this.vault.seal(newSecretKey(), 'sealed_secret_key', owner);
      await tx.rows(
        sql`INSERT INTO webhooks.configuration (id, corporation_id, type, sealed_secret_key, active_place, ${settingColumns})
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (id) DO NOTHING`,
        [id, corporationId, webhookType, sealed, activePlace, ...columns],
      );
      const row = await lock(tx, owner);
      if (row.secretNumber !== 1)
        throw VigiaError.of('conflict', { detail: 'the secret key of this webhook was changed since its creation' });
      return row.sealedSecretKey;
    });
    return sealSecret(this.vault.open(sealedSecretKey, 'sealed_secret_key', owner), sealTo);
  }

  async edit({ corporationId, configurationId: id, expectedUpdatedAt, changes }: PayloadOf<'webhooks.edit'>): Promise<void> {
    const owner = { id, corporationId };
    const { active, ...settings } = changes;
    await this.database.transaction(async (tx) => {
      const row = await lock(tx, owner);
      if (expectedUpdatedAt !== undefined && row.updatedAt.getTime() !== Date.parse(expectedUpdatedAt)) {
        // The gateway repeats an edit whose answer was lost.
        if (await this.settingsDrafts.isAlready(changes, row)) return;
        throw VigiaError.of('webhook_changed');
      }
      const isSwitchedOn = active === true && row.activePlace === null;
      const columns = await this.settingsDrafts.columns(settings, owner, { before: row, isSwitchedOn });
      await tx.rows(
        sql`UPDATE webhooks.configuration SET (active_place, ${settingColumns}) = ($2, $3, $4, $5, $6, $7, $8, $9, $10), updated_at = ${updatedNow},
           failures_in_row = CASE WHEN ${startsAnew} THEN 0 ELSE failures_in_row END,
           failing_since = CASE WHEN NOT ${startsAnew} THEN failing_since END
         WHERE id = $1`,
        [id, await this.placeAfter(tx, row, active), ...columns],
      );
    });
  }

  private async placeAfter(
    tx: Transaction,
    { id, corporationId, activePlace }: ConfigurationRow,
    active?: boolean,
  ): Promise<number | null> {
    if (active === undefined || active === (activePlace !== null)) return activePlace;
    const isMore = await skipWaiting(tx, this.logger, { id, corporationId });
    if (active) {
      // Deliveries that waited when it was switched off stay skipped.
      if (isMore) throw VigiaError.of('webhook_emptying');
      await lockPlaces(tx, corporationId);
      return freePlace(tx, corporationId);
    }
    await tx.rows(endSwitchedOff, [id]);
    return null;
  }
}

/** It is being switched on: its earlier failures say nothing about now. */
const startsAnew = sql`(active_place IS NULL AND $2::smallint IS NOT NULL)`;

async function lock(tx: Transaction, { id, corporationId }: SecretOwner): Promise<ConfigurationRow> {
  const [row] = await tx.rows<ConfigurationRow>(
    sql`SELECT ${configurationColumns} FROM webhooks.configuration WHERE id = $1 AND corporation_id = $2 FOR NO KEY UPDATE`,
    [id, corporationId],
  );
  if (!row) throw VigiaError.of('not_found');
  return row;
}

/** Serializes changes to the places of one corporation, so that no two configurations take the same one. */
async function lockPlaces(tx: Transaction, corporationId: string): Promise<void> {
  await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`${webhookType}|${corporationId}`]);
}

/** One of the places for active configurations; a unique index refuses a taken one. */
async function freePlace(tx: Transaction, corporationId: string): Promise<number> {
  const [free] = await tx.rows<{ place: number }>(
    sql`SELECT place FROM generate_series(1, ${mostActive}) AS place
     WHERE place NOT IN (SELECT active_place FROM webhooks.configuration
                        WHERE corporation_id = $1 AND active_place IS NOT NULL)
     ORDER BY place LIMIT 1`,
    [corporationId],
  );
  if (!free) throw VigiaError.of('webhook_places_taken');
  return free.place;
}

/** The place of a new configuration, if it gets one. A repeated creation must not be refused because of the place that it took itself. */
async function roomFor(tx: Transaction, { id, corporationId }: SecretOwner, active: boolean): Promise<number | null> {
  await lockPlaces(tx, corporationId);
  const [kept] = await tx.rows<{ number: number; isKnown: boolean }>(
    sql`SELECT count(*)::int AS number, EXISTS (SELECT FROM webhooks.configuration WHERE id = $2) AS is_known
     FROM webhooks.configuration WHERE corporation_id = $1`,
    [corporationId, id],
  );
  if (kept!.isKnown) return null;
  if (kept!.number >= mostKept) throw VigiaError.of('webhooks_full', { most: mostKept });
  return active ? freePlace(tx, corporationId) : null;
}
