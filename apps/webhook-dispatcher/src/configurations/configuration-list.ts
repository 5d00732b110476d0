import { Injectable } from '@nestjs/common';
import { VigiaError, type WebhookConfiguration } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { openHeaders } from './open-receiver.js';
import { Vault } from '../secrets/vault.js';
import { configurationColumns, shownConfiguration, type ConfigurationRow, type ShownRow } from './configuration-row.js';

@Injectable()
export class ConfigurationList {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async of(corporationId: string): Promise<WebhookConfiguration[]> {
    const rows = await this.database.rows<ShownRow>(
      sql`SELECT ${configurationColumns}, failures_in_row, failing_since,
         configuration.created_at, updated_at, day.*
       FROM webhooks.configuration CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE delivery.state = 'SUCCEEDED')::int AS succeeded,
           count(*) FILTER (WHERE delivery.state = 'FAILED')::int AS failed,
           count(*) FILTER (WHERE delivery.state = 'PENDING')::int AS pending
         FROM webhooks.delivery JOIN webhooks.event USING (trigger_id)
         WHERE configuration_id = configuration.id AND delivery.created_at > now() - interval '24 hours' AND purpose = 'trigger') AS day
       WHERE configuration.corporation_id = $1 ORDER BY configuration.created_at, configuration.id`,
      [corporationId],
    );
    return rows.map((row) => shownConfiguration(row, Object.keys(JSON.parse(openHeaders(this.vault, row) ?? '{}') as object)));
  }

  async one(corporationId: string, configurationId: string): Promise<WebhookConfiguration> {
    const found = (await this.of(corporationId)).find((configuration) => configuration.configurationId === configurationId);
    if (!found) throw VigiaError.of('not_found');
    return found;
  }

  /** As it is kept, for whoever sends to it. */
  async row(corporationId: string, configurationId: string): Promise<ConfigurationRow> {
    const [row] = await this.database.rows<ConfigurationRow>(
      sql`SELECT ${configurationColumns} FROM webhooks.configuration WHERE id = $1 AND corporation_id = $2`,
      [configurationId, corporationId],
    );
    if (!row) throw VigiaError.of('not_found');
    return row;
  }
}
