import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@vigia/database';
import { readSettings } from '@vigia/service-kit';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import type { DataSource } from 'typeorm';
import { ClaimDelivery } from '../src/deliveries/claim-delivery.js';
import { LeaseDue } from '../src/deliveries/lease-due.js';
import { Vault } from '../src/secrets/vault.js';
import { webhookDispatcherSettings } from '../src/settings.js';
import { newMasterKey } from './running/running-dispatcher.js';

const perReceiver = 3;

describe('due deliveries', () => {
  const settings = readSettings(webhookDispatcherSettings, {
    DATABASE_URL: 'postgres://unused',
    VIGIA_BROKER_URL: 'postgres://unused',
    VIGIA_WEBHOOK_KEYS: newMasterKey(),
    VIGIA_WEBHOOK_CONCURRENCY_PER_RECEIVER: String(perReceiver),
  });
  const vault = new Vault(settings);
  let database: TestDatabase;
  let connection: DataSource;

  beforeEach(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'webhook-dispatcher', poolSize: 20 });
  });
  afterEach(async () => {
    await connection.destroy();
    await database.drop();
  });

  async function configuration(deliveries: number, failuresInRow = 0): Promise<string> {
    const owner = { id: randomUUID(), corporationId: randomUUID() };
    await connection.query(
      `INSERT INTO webhooks.configuration (id, corporation_id, type, url, payload_version, standard_headers, active_place, sealed_secret_key,
         failures_in_row, failing_since)
       VALUES ($1, $2, 'resumen_perfil', 'https://receiver.example/', 'v1', false, 1, $3, $4, CASE WHEN $4 > 0 THEN now() END)`,
      [owner.id, owner.corporationId, vault.seal('key', 'sealed_secret_key', owner), failuresInRow],
    );
    await connection.query(
      `WITH event AS (
         INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at,
           correlation_id, dispatched_at)
         SELECT $1 || n, $2, 'RUC', '20990000019', 'trigger', 'query', 'DISPATCHED', gen_random_uuid(), now(), 'test', now()
         FROM generate_series(1, $3::int) AS n RETURNING trigger_id),
       payload AS (INSERT INTO webhooks.payload (trigger_id, version, body, sha256) SELECT trigger_id, 'v1', '{}', '' FROM event)
       INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, next_at)
       SELECT trigger_id, $4, $2, 'v1', now() FROM event`,
      [`trg_${owner.id}`, owner.corporationId, deliveries, owner.id],
    );
    return owner.id;
  }

  const leasedOf = async (id: string) =>
    (await database.query('SELECT 1 FROM webhooks.delivery WHERE configuration_id = $1 AND leased_until > now()', [id])).length;

  it('are leased up to the share of each receiver, however many replicas look at once', async () => {
    const configurations = await Promise.all([50, 50, 2].map((deliveries) => configuration(deliveries)));
    const replicas = Array.from({ length: 10 }, () => new LeaseDue(connection, settings));
    for (let round = 0; round < 20; round += 1) {
      const leased = (await Promise.all(replicas.map((replica) => replica.lease()))).flat();
      expect(leased).toHaveLength(2 * perReceiver + 2);
      expect(new Set(leased.map(({ deliveryId }) => deliveryId)).size).toBe(leased.length);
      expect(await Promise.all(configurations.map(leasedOf))).toEqual([perReceiver, perReceiver, 2]);
      await database.query('UPDATE webhooks.delivery SET leased_until = NULL');
    }
  });

  it('of a receiver that has only failed for a while are leased one at a time', async () => {
    const failing = await configuration(5, 10);
    const due = new LeaseDue(connection, settings);
    expect(await due.lease()).toHaveLength(1);
    expect(await due.lease()).toEqual([]);
    expect(await leasedOf(failing)).toBe(1);
  });

  it('are attempted once for a job, however often it comes', async () => {
    await configuration(1);
    const [{ id: deliveryId }] = (await database.query<{ id: string }>('SELECT id FROM webhooks.delivery')) as [{ id: string }];
    const claims = new ClaimDelivery(connection, settings);
    const claim = (attempt: number) => claims.claim({ v: 1, deliveryId, attempt });
    const claimed = await Promise.all(Array.from({ length: 10 }, () => claim(1)));
    expect(claimed.filter(Boolean)).toHaveLength(1);
    expect(await claim(3)).toBeUndefined();
    expect(await database.query('SELECT number, state FROM webhooks.attempt')).toEqual([{ number: 1, state: 'IN_FLIGHT' }]);
  });
});
