import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { readSettings, Readiness } from '@vigia/service-kit';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { webhookDispatcherSettings } from '../src/settings.js';
import { OverdueWork } from '../src/upkeep/overdue-work.js';
import { newMasterKey } from './running/running-dispatcher.js';

describe('an event whose load the loader has not accepted', () => {
  const settings = readSettings(webhookDispatcherSettings, {
    DATABASE_URL: 'postgres://unused',
    VIGIA_BROKER_URL: 'postgres://unused',
    VIGIA_WEBHOOK_KEYS: newMasterKey(),
  });
  let database: TestDatabase;
  let connection: Database;

  beforeEach(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'webhook-dispatcher', poolSize: 1 });
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  it('is overdue from its beginning, although it is asked for again and again', async () => {
    const readiness = new Readiness([]);
    const warnings = async () => {
      await new OverdueWork(connection, readiness, settings).measure();
      return (await readiness.report()).warnings;
    };
    await database.query(
      `INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, start_due_at, deadline_at,
         correlation_id, created_at)
       VALUES ('trg_1', gen_random_uuid(), 'RUC', '20990000019', 'trigger', 'query', 'LOADING_PROFILE', gen_random_uuid(),
         now() + interval '10 s', now() + interval '20 min', 'test', now() - interval '10 min')`,
    );
    expect(await warnings()).toEqual({ event_start: expect.stringMatching(/^due for 6\d\d s$/) });
    // Accepted: the load may take until the deadline of the event.
    await database.query('UPDATE webhooks.event SET start_due_at = NULL');
    expect(await warnings()).toBeUndefined();
  });
});
