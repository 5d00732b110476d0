import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { readSettings } from '@vigia/service-kit';
import { createTestDatabase, holdLock, type TestDatabase } from '@vigia/testing';
import { Warnings } from '../src/configurations/warnings.js';
import { AttemptOutcomes } from '../src/deliveries/attempt-outcomes.js';
import type { Claimed } from '../src/deliveries/claims.js';
import { writeEvents } from '../src/events/write-events.js';
import type { AttemptReport } from '../src/sending/receiver-client.js';
import { webhookDispatcherSettings } from '../src/settings.js';
import { newTrigger } from './running/new-trigger.js';
import { newMasterKey } from './running/running-dispatcher.js';
import { StoredProfiles } from './running/stored-profiles.js';

const taxId = '20990000019';
const observed = { requestHeaders: [], tokens: 0 };
const failed: AttemptReport = { ...observed, outcome: { result: 'failed', failure: 'http', detail: 'the receiver answered 500' } };
const succeeded: AttemptReport = { ...observed, outcome: { result: 'succeeded' } };

describe('a warning', () => {
  const settings = readSettings(webhookDispatcherSettings, {
    DATABASE_URL: 'postgres://unused',
    VIGIA_BROKER_URL: 'postgres://unused',
    VIGIA_WEBHOOK_KEYS: newMasterKey(),
  });
  let database: TestDatabase;
  let replicas: Database[];

  beforeEach(async () => {
    database = await createTestDatabase();
    const open = () => openDatabase({ url: database.url, service: 'webhook-dispatcher', poolSize: 5, lockTimeout: 30_000 });
    replicas = [await open(), await open()];
  });
  afterEach(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await database.drop();
  });

  it('that is raised while a recovery waits for the row of its receiver is ended', async () => {
    const [one, other] = replicas as [Database, Database];
    const corporationId = randomUUID();
    await database.query(
      `INSERT INTO webhooks.configuration (id, corporation_id, type, url, payload_version, standard_headers, active_place, sealed_secret_key,
         failures_in_row, failing_since)
       VALUES (gen_random_uuid(), $1, 'resumen_perfil', 'https://receiver.example/', 'v1', false, 1, '', 9, now())`,
      [corporationId],
    );
    await new StoredProfiles(database).active(corporationId, taxId);
    const written = await writeEvents(one, [newTrigger(corporationId, taxId), newTrigger(corporationId, taxId)], settings, 10);
    const [tenth, next] = written.flatMap(({ started }) => started) as [Claimed, Claimed];
    const open = () => database.query('SELECT cause FROM webhooks.warning WHERE ended_at IS NULL');

    const held = await holdLock(database, 'SELECT 1 FROM webhooks.configuration FOR UPDATE', []);
    const raising = new AttemptOutcomes(one, settings).record(tenth, failed, { goesOn: false });
    await held.untilWaitedFor(1);
    const recovering = new AttemptOutcomes(other, settings).record(next, succeeded, { goesOn: false });
    await held.untilWaitedFor(2);
    await held.release();
    await Promise.all([raising, recovering]);
    expect(await open()).toEqual([{ cause: 'ten_in_a_row' }]);

    await new Warnings(other).raiseAndMeasure();
    expect(await open()).toEqual([]);
    expect(await database.query('SELECT ended_as FROM webhooks.warning')).toEqual([{ ended_as: 'recovered' }]);
  });
});
