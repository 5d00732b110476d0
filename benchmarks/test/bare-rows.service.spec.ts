import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourcesFor } from '@vigia/contracts';
import { createTestDatabase, freshRuc, type TestDatabase } from '@vigia/testing';
import pg from 'pg';
import { BareRows } from '../src/load/bare-rows.js';

describe('the bare rows of a load', () => {
  const asked: unknown[] = [];
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 1 });
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
});
