import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sourcesFor } from '@vigia/contracts';
import { createTestDatabase, freshRuc, type TestDatabase } from '@vigia/testing';
import pg from 'pg';
import { BareRows, sessionOptions } from '../src/load/bare-rows.js';

const settingsAtCommit = `
  CREATE TABLE bare.commit (written text NOT NULL, setting text NOT NULL);
  CREATE FUNCTION bare.note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO bare.commit VALUES (TG_TABLE_NAME, current_setting('synchronous_commit'));
    RETURN NULL;
  END $$;
  ${['load', 'source_answer', 'settlement']
    .map(
      (table) => `CREATE CONSTRAINT TRIGGER note AFTER INSERT ON bare.${table} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION bare.note_commit();`,
    )
    .join('')}`;

describe('the bare rows of a load', () => {
  const asked: unknown[] = [];
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET synchronous_commit = on`);
    pool = new pg.Pool({ connectionString: database.url, max: 1, options: sessionOptions });
    pool.on('connect', (client) => {
      // The end of a pool does not wait until the server has noticed it, and the drop of the database ends what is left.
      client.on('error', () => undefined);
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        asked.push(args[0]);
        return query(...args);
      }) as typeof client.query;
    });
  });

  beforeEach(() => database.query('DROP SCHEMA IF EXISTS bare CASCADE'));

  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  it('are written by named statements only: one opens, one keeps each answer, one reads them and one closes', async () => {
    const rows = new BareRows(pool);
    await rows.createTables();
    asked.length = 0;
    const [loadId, taxId, sources] = [randomUUID(), freshRuc(), sourcesFor('RUC')];
    const requestId = await rows.openLoad(loadId, taxId, sources);
    const answer = { data: { found: true }, sourceVersion: '1', observedAt: new Date().toISOString() };
    for (const source of sources) await rows.keepAnswer(loadId, taxId, source, answer);
    await rows.closeLoad(loadId, requestId, taxId);

    expect(asked.filter((statement) => !(statement as pg.QueryConfig).name)).toEqual([]);
    const names = asked.map((statement) => (statement as pg.QueryConfig).name);
    expect(names).toEqual(['open', ...sources.map(() => 'keep answer'), 'answers', 'close']);
    const { rows: left } = await pool.query(
      `SELECT (SELECT count(*)::int FROM bare.source_answer WHERE outcome = 'data') AS answers,
         (SELECT count(*)::int FROM bare.task WHERE state = 'data') AS tasks, (SELECT estado FROM bare.load) AS estado,
         (SELECT state FROM bare.load_request WHERE id = $1) AS request, (SELECT state FROM bare.load_item WHERE request_id = $1) AS item,
         (SELECT state FROM bare.access WHERE request_id = $1) AS access,
         (SELECT count(*)::int FROM bare.profile) + (SELECT count(*)::int FROM bare.access_period) + (SELECT count(*)::int FROM bare.settlement) AS others`,
      [requestId],
    );
    const ended = { estado: 'succeeded', request: 'finished', item: 'loaded', access: 'active', others: 3 };
    expect(left).toEqual([{ answers: sources.length, tasks: sources.length, ...ended }]);
  });

  it('wait for the disk only where a load is closed', async () => {
    const rows = new BareRows(pool);
    await rows.createTables();
    await pool.query(settingsAtCommit);
    const [loadId, taxId, sources] = [randomUUID(), freshRuc(), sourcesFor('RUC')];
    const requestId = await rows.openLoad(loadId, taxId, sources);
    await rows.keepAnswer(loadId, taxId, sources[0]!, { data: {}, sourceVersion: '1', observedAt: new Date().toISOString() });
    await rows.closeLoad(loadId, requestId, taxId);
    const { rows: settings } = await pool.query('SELECT written, setting FROM bare.commit ORDER BY written');
    expect(settings).toEqual([
      { written: 'load', setting: 'off' },
      { written: 'settlement', setting: 'on' },
      { written: 'source_answer', setting: 'off' },
    ]);
  });
});
