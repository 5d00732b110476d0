import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { openDatabase, type Database, type DatabaseService, type StatementError } from '../src/index.js';

const ownTable = {
  gateway: 'identity.corporation',
  'profile-loader': 'profiles.load',
  billing: 'billing.contract',
  'webhook-dispatcher': 'webhooks.event',
  'data-importer': 'registry.version',
} satisfies Record<DatabaseService, string>;
const permissionDenied = '42501';
const services = Object.keys(ownTable) as DatabaseService[];

describe('the database of a service', () => {
  let database: TestDatabase;
  let connections: Record<DatabaseService, Database>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const opened = await Promise.all(
      services.map(async (service) => [service, await openDatabase({ url: database.url, service, poolSize: 2 })] as const),
    );
    connections = Object.fromEntries(opened) as typeof connections;
  });

  afterAll(async () => {
    await Promise.all(Object.values(connections).map((connection) => connection.close()));
    await database.drop();
  });

  it.each(services.flatMap((service) => services.map((owner) => [service, owner] as const)))(
    'lets %s write the tables of %s only if it owns them',
    async (service, owner) => {
      const write = connections[service].rows(`DELETE FROM ${ownTable[owner]} WHERE false`).then(
        () => 'written',
        ({ sqlState }: StatementError) => sqlState,
      );
      expect(await write).toBe(service === owner ? 'written' : permissionDenied);
    },
  );

  it.each(['Pacific/Kiritimati', 'America/Lima'])('reads a day as it was written, in a process in the time zone of %s', async (zone) => {
    process.env['TZ'] = zone;
    expect(new Date(2026, 0, 31).getUTCHours()).not.toBe(0);
    const id = randomUUID();
    await connections.billing.rows(
      `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months) VALUES ($1, $1, 'monthly', '2026-01-31', '2026-12-31', 0)`,
      [id],
    );
    const [row] = await connections.billing.rows('SELECT starts_on, ends_on FROM billing.contract WHERE id = $1', [id]);
    expect(row).toEqual({ startsOn: '2026-01-31', endsOn: '2026-12-31' });
  });

  it('runs hooks after a commit, and none after a rollback', async () => {
    const id = randomUUID();
    const seen: string[] = [];
    const visible = async () => (await database.query('SELECT 1 FROM identity.corporation WHERE id = $1', [id])).length;
    let atHook: Promise<number> | undefined;
    await connections.gateway.transaction(async (tx) => {
      tx.afterCommit(() => {
        seen.push('first');
        atHook = visible();
      });
      await tx.rows(`INSERT INTO identity.corporation (id, name, status) VALUES ($1, 'Prueba', 'active')`, [id]);
      expect(await visible()).toBe(0);
    });
    expect(await atHook).toBe(1);
    const failing = connections.gateway.transaction(async (tx) => {
      tx.afterCommit(() => seen.push('second'));
      await tx.rows('SELECT 1 / 0');
    });
    await expect(failing).rejects.toMatchObject({ sqlState: '22012' });
    expect(seen).toEqual(['first']);
  });

  it('rolls a transaction back with the error of a sent statement, and keeps the connection usable', async () => {
    const [corporation, id] = [randomUUID(), randomUUID()];
    const insert = `INSERT INTO identity.corporation (id, name, status) VALUES ($1, 'Prueba', $2)`;
    const failing = connections.gateway.transaction(async (tx) => {
      tx.send(insert, [corporation, 'active']);
      tx.send(insert, [id, 'no such status']);
      await tx.rows('SELECT 1 FROM identity.corporation');
    });
    await expect(failing).rejects.toMatchObject({ sqlState: '23514', schema: 'identity', table: 'corporation' });
    const swallowed = connections.gateway.transaction(async (tx) => {
      tx.send(insert, [corporation, 'active']);
      await tx.rows('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(swallowed).rejects.toMatchObject({ sqlState: '22012' });
    await connections.gateway.transaction(async (tx) => tx.send(insert, [id, 'active']));
    expect(await connections.gateway.rows('SELECT id FROM identity.corporation WHERE id = ANY($1)', [[corporation, id]])).toEqual([{ id }]);
  });

  it('reports the first statement that failed, whichever statement is awaited first', async () => {
    const insert = `INSERT INTO identity.corporation (id, name, status) VALUES ($1, 'Prueba', $2)`;
    const failing = connections.gateway.transaction(async (tx) => {
      const refused = tx.rows(insert, [randomUUID(), 'no such status']);
      tx.send(insert, [randomUUID(), 'active']);
      const next = tx.rows('SELECT 1 FROM identity.corporation');
      // A busy process reads all answers at once.
      process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50));
      await Promise.all([next, refused]);
    });
    await expect(failing).rejects.toMatchObject({ sqlState: '23514', schema: 'identity', table: 'corporation' });
  });

  it('commits directly after a statement whose rows are read later, and fails with it', async () => {
    const ask = (sql: string) => connections.gateway.transaction(async (tx) => tx.sendFor<{ n: number }>(sql, [6]));
    expect((await ask('SELECT $1::int AS n'))()).toEqual([{ n: 6 }]);
    await expect(ask('SELECT $1::int / 0 AS n')).rejects.toMatchObject({ sqlState: '22012' });
    expect((await ask('SELECT $1::int + 1 AS n'))()).toEqual([{ n: 7 }]);
  });

  it('survives the loss of a connection within a transaction', async () => {
    const lost = connections.gateway.transaction(async (tx) => {
      const [row] = await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.query('SELECT pg_terminate_backend($1)', [row!.pid]);
      await tx.rows('SELECT 1');
    });
    await expect(lost).rejects.toThrow(/sqlState 57P01|code (CONNECTION_LOST|ECONNRESET|EPIPE)/);
    expect(await connections.gateway.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('returns the rows of every kind of statement in the same form', async () => {
    const on = connections.gateway;
    const id = randomUUID();
    expect(await on.rows(`INSERT INTO identity.corporation (id, name, status) VALUES ($1, 'a', 'active') RETURNING name`, [id])).toEqual([
      { name: 'a' },
    ]);
    expect(await on.rows(`UPDATE identity.corporation SET name = 'b' WHERE id = $1 RETURNING name`, [id])).toEqual([{ name: 'b' }]);
    expect(await on.rows(`SELECT name FROM identity.corporation WHERE id = $1`, [id])).toEqual([{ name: 'b' }]);
    expect(await on.rows(`DELETE FROM identity.corporation WHERE id = $1 RETURNING name`, [id])).toEqual([{ name: 'b' }]);
  });

  it('names columns in camel case, for a repeated statement and for pipelined ones', async () => {
    const on = connections.gateway;
    const ask = 'SELECT $1::int AS first_of_all, $2::text AS fragments_v1, 3 AS "asIs"';
    const answer = { firstOfAll: 1, fragmentsV1: 'a', asIs: 3 };
    expect(await on.rows(ask, [1, 'a'])).toEqual([answer]);
    const pipelined = await on.transaction(async (tx) => {
      const first = tx.sendFor(ask, [1, 'a']);
      tx.send('SELECT 1 AS some_other');
      return { first, second: await tx.rows(ask, [1, 'a']), third: await tx.rows('SELECT 1 AS yet_another WHERE false') };
    });
    expect({ ...pipelined, first: pipelined.first() }).toEqual({ first: [answer], second: [answer], third: [] });
  });
});
