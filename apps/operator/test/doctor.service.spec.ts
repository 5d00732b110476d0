import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames, VigiaError } from '@vigia/contracts';
import { openDatabase, openSession, type Database } from '@vigia/database';
import { startRedis } from '@vigia/local-servers';
import { inspectBroker, ReplyUnknownError } from '@vigia/messaging';
import { createEmptyDatabase, createTestDatabase, testedBrokers, waitUntil, type TestDatabase } from '@vigia/testing';
import { checkBroker } from '../src/doctor/broker.js';
import { checkBuilds } from '../src/doctor/builds.js';
import { checkClocks } from '../src/doctor/clocks.js';
import { checkContracts } from '../src/doctor/contracts.js';
import { examine } from '../src/doctor/examine.js';
import type { Check, Examined, Finding } from '../src/doctor/finding.js';
import { checkKeys } from '../src/doctor/keys.js';
import { checkLogins } from '../src/doctor/logins.js';
import { checkMigrations } from '../src/doctor/migrations.js';
import { checkOrderOfText } from '../src/doctor/order-of-text.js';
import { checkDrifts, checkOverdue, checkRescreenings } from '../src/doctor/rows.js';
import { checkConnections, checkDisk, checkServer } from '../src/doctor/server.js';
import { checkServices } from '../src/doctor/services.js';
import { checkSources } from '../src/doctor/sources.js';
import { checkTransactions, transactionsOlderThan } from '../src/doctor/transactions.js';
import { checkWraparound } from '../src/doctor/wraparound.js';
import { checkWriteAheadLog, markedReady } from '../src/doctor/write-ahead-log.js';

const contractId = '0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10';
const key = (id: string, bytes = 32) => `${id}:${randomBytes(bytes).toString('base64url')}`;

describe('the doctor', () => {
  let store: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    store = await createTestDatabase();
    database = await openDatabase({ url: store.url, poolSize: 2 });
  });

  afterAll(async () => {
    await database?.close();
    await store?.drop();
  });

  const given = (more: Partial<Examined> = {}): Examined => ({
    environment: {},
    databaseUrl: store.url,
    brokerUrl: store.url,
    database,
    now: Date.now,
    ask: () => Promise.reject(new Error('nobody is asked here')),
    ...more,
  });
  const told = async (check: Check, more?: Partial<Examined>) =>
    (await check(given(more))).map(({ standing, found }) => `${standing}: ${found}`);

  it.each([
    ['server', checkServer, /^fine: PostgreSQL \d+/],
    ['order of text', checkOrderOfText, /^fine: C\.UTF-8 of builtin$/],
    ['broker', checkBroker, /^fine: PostgreSQL \d\S+, the database itself$/],
    ['clocks', checkClocks, /^fine: database [+-]\d+ ms, broker [+-]\d+ ms$/],
    ['migrations', checkMigrations, /^fine: \d+ applied, none pending$/],
    ['connections', checkConnections, /^fine: \d+ of \d+, \d+ of them by the services$/],
    ['transactions', checkTransactions, /^fine: none is older than a minute$/],
    ['disk', checkDisk, /^\w+: the database takes 0\.0\d GB, its largest table is \w+\.\w+; \d+\.\d\d GB of \d+\.\d\d GB are free$/],
    ['wraparound', checkWraparound, /^fine: \d+ million transactions of 2147 in \w+$/],
    ['write-ahead log', checkWriteAheadLog, /^fine: not archived: archive_mode is off$/],
    ['overdue rows', checkOverdue, /^fine: none of 12 kinds$/],
    ['drifts', checkDrifts, /^fine: none$/],
    ['rescreenings', checkRescreenings, /^fine: every affected profile was screened again$/],
    ['contracts', checkContracts, /^fine: no monthly contract ends within 30 days without another that follows$/],
  ] as [string, Check, RegExp][])('reports the state of a healthy system: %s', async (_name, check, line) => {
    expect(await told(check)).toEqual([expect.stringMatching(line)]);
  });

  it('finds a monthly contract that ends within 30 days, until another one follows', async () => {
    const corporation = randomUUID();
    const contract = (kind: string, from: number, to: number) =>
      store.query(
        `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
         VALUES (gen_random_uuid(), $1, $2, public.lima_today() + $3::int, public.lima_today() + $4::int, $5)`,
        [corporation, kind, from, to, kind === 'monthly' ? 0 : 12],
      );
    await store.query(`INSERT INTO identity.corporation (id, name, status) VALUES ($1, 'Sin contrato que siga', 'active')`, [corporation]);
    await contract('monthly', -300, 20);
    await contract('one_time', 60, 70);
    const { endsOn } = (
      await store.query<{ endsOn: string }>(
        `SELECT ends_on::text AS "endsOn" FROM billing.contract WHERE corporation_id = $1 AND kind = 'monthly'`,
        [corporation],
      )
    )[0]!;
    expect(await told(checkContracts)).toEqual([
      `attention: 1 monthly contract ends within 30 days and no other follows: Sin contrato que siga on ${endsOn}`,
    ]);
    await contract('monthly', 21, 51);
    expect(await told(checkContracts)).toEqual([expect.stringMatching(/^fine: /)]);
  });

  it('reports no free space for a database on several machines', async () => {
    const { host } = new URL(store.url);
    expect(await told(checkDisk, { databaseUrl: store.url.replace(host, `${host},other.example:5432`) })).toEqual([
      expect.stringMatching(/^fine: the database takes .*; free space is not checked from here: watch the disk of the database/),
    ]);
  });

  it('finds a database whose indexes were built with another order of text', async () => {
    const name = `order_${randomBytes(4).toString('hex')}`;
    await store.query(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'es-PE'`);
    const other = await openDatabase({ url: Object.assign(new URL(store.url), { pathname: name }).href, poolSize: 1 });
    try {
      expect(await told(checkOrderOfText, { database: other })).toEqual([expect.stringMatching(/^fine: es-PE of icu, version \d/)]);
      await store.query('UPDATE pg_database SET datcollversion = $2 WHERE datname = $1', [name, '1.2.3']);
      expect(await told(checkOrderOfText, { database: other })).toEqual([
        expect.stringMatching(/^wrong: es-PE of icu: the indexes were built with version 1\.2\.3 of its rules, the server has \d/),
      ]);
      await store.query(`ALTER DATABASE ${name} REFRESH COLLATION VERSION`);
      expect(await told(checkOrderOfText, { database: other })).toEqual([expect.stringMatching(/^fine: /)]);
    } finally {
      await other.close();
      await store.query(`DROP DATABASE ${name}`);
    }
  });

  it('finds pending migrations, and a migration of a newer version', async () => {
    const empty = await createEmptyDatabase();
    const other = await openDatabase({ url: empty.url, poolSize: 1 });
    try {
      expect(await told(checkMigrations, { database: other })).toEqual([
        expect.stringMatching(/^wrong: \d+ pending, the first is Schemas/),
      ]);
    } finally {
      await other.close();
      await empty.drop();
    }
    await store.query(`INSERT INTO public.migration (timestamp, name) VALUES (1999999999999, 'Later1999999999999')`);
    expect(await told(checkMigrations)).toEqual(['attention: 1 of a newer version, the last is Later1999999999999']);
    await store.query(`DELETE FROM public.migration WHERE timestamp = 1999999999999`);
  });

  it('finds a cleanup that is due', async () => {
    const [cleanup] = await store.query<{ name: string }>(`DELETE FROM public.migration WHERE name LIKE 'NamesUnprepared%' RETURNING *`);
    expect(await told(checkMigrations)).toEqual(['attention: 1 cleanup is due']);
    await store.query(`INSERT INTO public.migration (timestamp, name) VALUES (1763600000049, $1)`, [cleanup!.name]);
  });

  it('finds profiles that could not be screened against a changed list, until a refresh has screened them', async () => {
    const [{ id }] = (await store.query<{ id: string }>(
      `INSERT INTO profiles.rescreening (list, after_switch, to_switch, version, is_whole) VALUES ('un', 1, 2, 'un 2', false) RETURNING id`,
    )) as [{ id: string }];
    const taxIds = ['20990000019', '20990000027', '20990000035'];
    await store.query(
      `INSERT INTO profiles.rescreening_task (rescreening, tax_id, doc_type, closed_at, is_screened)
       SELECT $1, tax_id, 'RUC', now(), tax_id = $3 FROM unnest($2::text[]) AS tax_id`,
      [id, taxIds, taxIds[2]],
    );
    expect(await told(checkRescreenings)).toEqual(['attention: 2 profiles keep their screening from before un changed']);
    await store.query(
      `INSERT INTO profiles.source_answer (doc_type, tax_id, source, outcome, answered_at, complete, trail)
       VALUES ('RUC', $1, 'listas_compliance', 'empty', now(), true, '{}')`,
      [taxIds[0]],
    );
    expect(await told(checkRescreenings)).toEqual(['attention: 1 profile keeps its screening from before un changed']);
    await store.query('DELETE FROM profiles.rescreening WHERE id = $1', [id]);
  });

  it('finds a login that may act as two services', async () => {
    const login = `login_${randomBytes(4).toString('hex')}`;
    await store.query(`CREATE ROLE ${login} LOGIN NOINHERIT IN ROLE vigia_gateway, vigia_billing`);
    try {
      // Logins belong to the whole server, on which other tests create theirs.
      expect(await told(checkLogins)).toContain(`wrong: ${login} may act as vigia_billing and vigia_gateway`);
      await store.query(`REVOKE vigia_billing FROM ${login}`);
      await store.query(`GRANT vigia_billing TO ${login} WITH ADMIN TRUE, INHERIT FALSE, SET FALSE`);
      expect((await told(checkLogins)).join()).not.toContain(login);
    } finally {
      await store.query(`DROP ROLE ${login}`);
    }
  });

  it('checks only the broker with a login that does not own the tables, and names the owner', async () => {
    const login = `login_${randomBytes(4).toString('hex')}`;
    await store.query(`CREATE ROLE ${login} LOGIN PASSWORD 'p'`);
    const [{ owner }] = (await store.query<{ owner: string }>('SELECT current_user AS owner')) as [{ owner: string }];
    try {
      const databaseUrl = Object.assign(new URL(store.url), { username: login, password: 'p' }).href;
      expect(await examine(given({ databaseUrl }))).toEqual([
        {
          check: 'database',
          standing: 'wrong',
          found: `the login ${login} does not own the tables`,
          advice: `Set DATABASE_URL to the login ${owner}. The checks that need it did not run.`,
        },
        expect.objectContaining({ check: 'broker', standing: 'fine' }),
      ]);
    } finally {
      await store.query(`DROP ROLE ${login}`);
    }
  });

  it('finds nothing wrong with the owner of the tables, whom another superuser looks at', async () => {
    const login = `login_${randomBytes(4).toString('hex')}`;
    await store.query(`CREATE ROLE ${login} LOGIN SUPERUSER PASSWORD 'p'`);
    const other = await openDatabase({ url: Object.assign(new URL(store.url), { username: login, password: 'p' }).href, poolSize: 1 });
    const [{ owner }] = (await store.query<{ owner: string }>('SELECT current_user AS owner')) as [{ owner: string }];
    try {
      expect((await told(checkLogins, { database: other })).join()).not.toContain(`${owner} is a superuser`);
    } finally {
      await other.close();
      await store.query(`DROP ROLE ${login}`);
    }
  });

  it('counts the connections of the services also with an unprivileged login', async () => {
    const login = `login_${randomBytes(4).toString('hex')}`;
    await store.query(`CREATE ROLE ${login} LOGIN PASSWORD 'p'`);
    const owner = await openDatabase({ url: Object.assign(new URL(store.url), { username: login, password: 'p' }).href, poolSize: 1 });
    try {
      // The connection of this login, and that of the transaction.
      const [line] = await database.transaction(() => told(checkConnections, { database: owner }));
      const [, open, ours] = /^\w+: (\d+) of \d+, (\d+) of them by the services$/.exec(line!)!.map(Number);
      expect(open).toBeGreaterThanOrEqual(2);
      expect(ours).toBeGreaterThanOrEqual(2);
    } finally {
      await owner.close();
      await store.query(`DROP ROLE ${login}`);
    }
  });

  it('points at the transactions where a lock keeps it waiting for too long, and not at the owner or the migrations', async () => {
    const holder = await openSession({ url: store.url });
    try {
      await holder.execute('BEGIN');
      await holder.execute('LOCK TABLE webhooks.event, webhooks.configuration IN ACCESS EXCLUSIVE MODE');
      let findings: Finding[] | undefined;
      const examined = examine(given()).then((found) => (findings = found));
      // A statement that is cancelled ends as one does whose half a minute is over.
      await waitUntil(
        async () => {
          await store.query(
            `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return findings;
        },
        { what: 'the doctor has examined everything' },
      );
      const held = (await examined).filter(({ found }) => found.includes('57014')).map(({ check, advice }) => [check, advice]);
      const advice = 'A lock or a busy server kept it waiting: look at `transactions`.';
      expect(held).toEqual(['disk', 'keys', 'overdue rows'].map((check) => [check, advice]));
    } finally {
      await holder.close();
    }
  });

  it('finds the transaction of another session, and that of an import once it takes too long', async () => {
    const importer = await openSession({ url: store.url });
    try {
      await importer.execute('BEGIN');
      const found = (ofImport: number) =>
        database.transaction(async (tx) => {
          await tx.rows('SELECT 1');
          return transactionsOlderThan(database, 0, ofImport);
        });
      const open = { pid: expect.any(Number), login: expect.any(String), program: 'vigia-owner', minutes: 0 };
      expect(await found(60)).toEqual([open]);
      expect(await found(0)).toEqual([{ ...open, program: 'vigia-owner-session' }, open]);
    } finally {
      await importer.close();
    }
  });

  it('says that it cannot see the transactions of other logins', async () => {
    const login = `login_${randomBytes(4).toString('hex')}`;
    await store.query(`CREATE ROLE ${login} LOGIN PASSWORD 'p'`);
    const owner = await openDatabase({ url: Object.assign(new URL(store.url), { username: login, password: 'p' }).href, poolSize: 1 });
    const inTransaction = () =>
      database.transaction(async (tx) => {
        await tx.rows('SELECT 1');
        return checkTransactions(given({ database: owner }));
      });
    try {
      expect(await inTransaction()).toEqual([
        {
          check: 'transactions',
          standing: 'attention',
          found: expect.stringMatching(/^the transactions of \d+ sessions? of other logins cannot be seen$/),
          advice: expect.stringContaining(`GRANT pg_monitor, pg_signal_backend TO ${login}`),
        },
      ]);
      await store.query(`GRANT pg_monitor TO ${login}`);
      expect(await inTransaction()).toEqual([expect.objectContaining({ standing: 'fine' })]);
    } finally {
      await owner.close();
      await store.query(`DROP ROLE ${login}`);
    }
  });

  it('counts the segments that wait for their archive only for a login that may see them', async () => {
    const login = `login_${randomBytes(4).toString('hex')}`;
    await store.query(`CREATE ROLE ${login} LOGIN PASSWORD 'p'`);
    const owner = await openDatabase({ url: Object.assign(new URL(store.url), { username: login, password: 'p' }).href, poolSize: 1 });
    try {
      expect(await markedReady(owner)).toBeNull();
      await store.query(`GRANT pg_monitor TO ${login}`);
      expect(await markedReady(owner)).toBe(0);
    } finally {
      await owner.close();
      await store.query(`DROP ROLE ${login}`);
    }
  });

  it('finds a service that does not answer, and one that answers with an error', async () => {
    const answering = (answers: Record<string, Error>): Examined['ask'] => {
      const answer = (name: string) => (answers[name] ? Promise.reject(answers[name]) : Promise.resolve({}));
      return answer as Examined['ask'];
    };
    const away = new ReplyUnknownError('contracts.list');
    expect(await told(checkServices, { ask: answering({}) })).toEqual(['fine: all 5 answer']);
    expect(
      await told(checkServices, {
        ask: answering({
          'sources.list': VigiaError.of('unavailable'),
          'contracts.list': away,
          'webhooks.list': VigiaError.of('internal', { correlationId: 'c-1' }),
        }),
      }),
    ).toEqual([
      expect.stringMatching(/^wrong: profile-loader: runs, but its database does not answer it, or refuses its login/),
      'wrong: billing: no answer',
      expect.stringMatching(/^wrong: webhook-dispatcher: unexpected error; correlation id c-1/),
    ]);
  });

  it('finds services that run several builds, also with an unprivileged login', async () => {
    const login = `login_${randomBytes(4).toString('hex')}`;
    await store.query(`CREATE ROLE ${login} LOGIN PASSWORD 'p'`);
    const owner = await openDatabase({ url: Object.assign(new URL(store.url), { username: login, password: 'p' }).href, poolSize: 1 });
    const opened: Database[] = [];
    const run = async (service: 'gateway' | 'billing', build?: string) =>
      opened.push(await openDatabase({ url: store.url, service, build, poolSize: 1 }));
    const found = () => told(checkBuilds, { database: owner });
    try {
      expect(await found()).toEqual(['fine: no service is connected to the database']);
      await run('gateway', '6c120320 2026-11-30');
      await run('billing', '6c120320 2026-11-30');
      expect(await found()).toEqual(['fine: every connected replica runs 6c120320 of 2026-11-30']);
      await run('gateway');
      await run('gateway', '8bd291d2 2026-12-01');
      expect(await found()).toEqual([
        'attention: one that names no commit: gateway; 6c120320 of 2026-11-30: billing, gateway; 8bd291d2 of 2026-12-01: gateway',
      ]);
    } finally {
      await Promise.all([owner, ...opened].map((one) => one.close()));
      await store.query(`DROP ROLE ${login}`);
    }
  });

  it('finds clocks that do not agree', async () => {
    expect(await told(checkClocks, { now: () => Date.now() - 2_000 })).toEqual([
      expect.stringMatching(/^attention: database \+[1-4]\d{3} ms/),
    ]);
    expect(await told(checkClocks, { now: () => Date.now() + 60_000 })).toEqual([expect.stringMatching(/^wrong: database -\d{5} ms/)]);
  });

  it('asks a clock again after a pause on the way', async () => {
    let readings = 0;
    const now = () => Date.now() + ((readings += 1) === 2 ? 9_000 : 0);
    expect(await told(checkClocks, { now })).toEqual([expect.stringMatching(/^fine: database [+-]\d+ ms/)]);
  });

  it('finds keys that are missing, malformed or not comparable, and two peppers in use', async () => {
    const corporation = `INSERT INTO identity.corporation (id, name, status) VALUES ('${contractId}', 'Prueba', 'active') ON CONFLICT DO NOTHING`;
    const credential = (name: string, pepper: string) =>
      `INSERT INTO identity.credential (access_key, corporation_id, secret_hash, pepper_id, status) VALUES ('${name}', '${contractId}', '\\x00', '${pepper}', 'active')`;
    await store.query(corporation);
    await store.query(credential('vk_1', 'p1'));
    const peppers = async (value?: string) =>
      (await told(checkKeys, { environment: { ...(value && { VIGIA_SECRET_PEPPERS: value }) } })).filter(
        (line) => !line.includes('none in use'),
      );
    expect(await peppers()).toEqual(['attention: p1: 1 credential; not compared: VIGIA_SECRET_PEPPERS is not given here']);
    expect(await peppers(key('p1'))).toEqual(['fine: p1: 1 credential']);
    expect(await peppers(key('p2'))).toEqual(['wrong: VIGIA_SECRET_PEPPERS lacks p1 (1 credential)']);
    expect(await peppers('p1:short')).toEqual(['wrong: key p1 must have at least 32 bytes']);
    await store.query(credential('vk_2', 'p2'));
    expect(await peppers(`${key('p2')},${key('p1')}`)).toEqual([expect.stringMatching(/^attention: p1: 1 .*p2: 1 credential/)]);
    expect(await told(checkKeys, { environment: { VIGIA_JWT_KEYS: 'k1' } })).toContain(
      'wrong: must read id:base64url, separated by commas',
    );
  });

  it.each([
    ['VIGIA_JWT_KEYS', [key('k'.repeat(41))], 'must read id:base64url, separated by commas'],
    ['VIGIA_JWT_KEYS', [key('k1'), key('k1')], 'must not give two keys one id'],
    ['VIGIA_WEBHOOK_KEYS', [key('k1', 33)], 'key k1 must have exactly 32 bytes'],
  ])('finds keys with which a service refuses to start: %s, %#', async (name, keys, problem) => {
    expect(await told(checkKeys, { environment: { [name]: keys.join() } })).toContain(`wrong: ${problem}`);
  });

  it('reports old credentials as fine after a change of the pepper', async () => {
    await store.query(`UPDATE identity.credential SET created_at = now() - interval '500 days', pepper_id = 'p2'`);
    expect(await told(checkKeys, { environment: { VIGIA_SECRET_PEPPERS: key('p2') } })).toContain('fine: p2: 2 credentials');
  });

  it('finds a webhook key that seals only headers or a client secret', async () => {
    await store.query(
      `INSERT INTO webhooks.configuration (id, corporation_id, type, url, payload_version, standard_headers, sealed_secret_key, sealed_headers, oauth,
         sealed_client_secret)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'resumen_perfil', 'https://x.example/', 'v2', false, 'v1:k2:a', 'v1:k1:b', '{}', 'v1:k0:c')`,
    );
    expect(await told(checkKeys, { environment: { VIGIA_WEBHOOK_KEYS: `${key('k2')},${key('k1')}` } })).toContain(
      'wrong: VIGIA_WEBHOOK_KEYS lacks k0 (1 configuration)',
    );
    expect(await told(checkKeys)).toContain(
      'attention: k0: 1 configuration, k1: 1 configuration, k2: 1 configuration; not compared: VIGIA_WEBHOOK_KEYS is not given here',
    );
    await store.query('DELETE FROM webhooks.configuration');
  });

  it('finds an overdue row', async () => {
    await store.query(`INSERT INTO profiles.outbox (id, message, payload, correlation_id, created_at, due_at)
      VALUES (gen_random_uuid(), 'access.settle', '{}', 'c', now() - interval '5 minutes', now())`);
    expect(await told(checkOverdue)).toEqual(['wrong: loader_event: 1, the oldest for 5 min']);
    await store.query('DELETE FROM profiles.outbox');
  });

  it('finds overdue rows of the other services when those of one cannot be counted', async () => {
    await store.query('ALTER VIEW webhooks.overdue RENAME TO overdue_elsewhere');
    await store.query(`INSERT INTO profiles.outbox (id, message, payload, correlation_id, created_at, due_at)
      VALUES (gen_random_uuid(), 'access.settle', '{}', 'c', now() - interval '5 minutes', now())`);
    expect(await told(checkOverdue)).toEqual([expect.stringMatching(/^wrong: .*42P01/), 'wrong: loader_event: 1, the oldest for 5 min']);
    await store.query('DELETE FROM profiles.outbox; ALTER VIEW webhooks.overdue_elsewhere RENAME TO overdue');
  });

  it('says that ten thousand overdue rows or more are so many or more', async () => {
    await store.query(`INSERT INTO profiles.outbox (id, message, payload, correlation_id, created_at, due_at)
      SELECT gen_random_uuid(), 'access.settle', '{}', 'c', now() - interval '5 minutes', now() FROM generate_series(1, 10001)`);
    expect(await told(checkOverdue)).toEqual(['wrong: loader_event: 10,000 or more, the oldest for 5 min']);
    await store.query('DELETE FROM profiles.outbox');
  });

  it('finds overdue refreshes, unless an operator has paused their source', async () => {
    await store.query(`INSERT INTO profiles.source_answer (tax_id, doc_type, source, failure, refresh_at)
      VALUES ('20990000019', 'RUC', 'protestos', 'timeout', now() - interval '5 minutes')`);
    expect(await told(checkOverdue)).toEqual(['attention: refresh: 1, the oldest for 5 min']);
    await store.query(`INSERT INTO profiles.source_pause (source, reason) VALUES ('protestos', 'prueba')`);
    expect(await told(checkOverdue)).toEqual([expect.stringMatching(/^fine: none of/)]);
    await store.query('DELETE FROM profiles.source_pause; DELETE FROM profiles.source_answer');
  });

  it('finds a source that profiles were refreshed without, unless a load asks about them now or nobody monitors them', async () => {
    const monitored = (taxId: string, asked: string[], refreshAt: string | null = '1 day') =>
      store.query(
        `INSERT INTO profiles.source_answer (tax_id, doc_type, source, failure, refresh_at)
         SELECT $1, 'RUC', source, 'timeout', now() + $3::interval FROM unnest($2::text[]) AS source`,
        [taxId, asked, refreshAt],
      );
    const before = sourceNames.filter((source) => source !== 'protestos');
    await monitored('20990000019', sourceNames);
    await monitored('20990000027', before);
    await monitored('20990000035', before, null);
    await monitored('20990000043', ['identificacion'], '2 days');
    await store.query(
      `INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
       VALUES (gen_random_uuid(), 'RUC', '20990000043', 'prueba', now() + interval '1 hour')`,
    );
    const ask = (() => Promise.resolve({ sources: [] })) as unknown as Examined['ask'];
    expect((await told(checkSources, { ask })).slice(1)).toEqual([
      'attention: not asked yet about some of the 2 profiles refreshed last: protestos (1)',
    ]);
    await store.query('DELETE FROM profiles.load; DELETE FROM profiles.source_answer');
  });

  it('names the sources of this release that the simulator answers', async () => {
    await store.query(`INSERT INTO profiles.source_last_answer (source, answered_at, simulated)
      VALUES ('finanzas_de_antes', now(), true), ('protestos', now(), true)`);
    const ask = (() => Promise.resolve({ sources: [] })) as unknown as Examined['ask'];
    expect((await told(checkSources, { ask })).slice(1)).toEqual(['attention: invented by the simulator: protestos']);
    await store.query('DELETE FROM profiles.source_last_answer');
  });

  it('finds work that may wait wrong only after six hours', async () => {
    await store.query(`SET session_replication_role = replica;
      INSERT INTO billing.ledger_check (contract_id, due_at) VALUES ('${contractId}', now() - interval '359 minutes')`);
    expect(await told(checkOverdue)).toEqual(['attention: ledger_check: 1, the oldest for 359 min']);
    await store.query(`UPDATE billing.ledger_check SET due_at = now() - interval '361 minutes'`);
    expect(await checkOverdue(given())).toMatchObject([
      {
        standing: 'wrong',
        found: 'ledger_check: 1, the oldest for 361 min',
        advice: 'This work may wait, but not for six hours: docs/runbooks/VigiaUpkeepLate.md.',
      },
    ]);
    await store.query(`DELETE FROM billing.ledger_check;
      INSERT INTO profiles.portfolio_check (corporation_id, due_at) VALUES ('${contractId}', now() - interval '359 minutes')`);
    expect(await told(checkOverdue)).toEqual(['attention: portfolio_check: 1, the oldest for 359 min']);
    await store.query('DELETE FROM profiles.portfolio_check');
  });

  it('finds an event whose load was not accepted within a minute, although it was asked for a moment ago', async () => {
    await store.query(
      `INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, start_due_at, deadline_at,
         correlation_id, created_at)
       VALUES ('trg_1', '${contractId}', 'RUC', '20990000019', 'trigger', 'query', 'LOADING_PROFILE', gen_random_uuid(),
         now() + interval '10 s', now() + interval '20 min', 'c', now() - interval '5 minutes')`,
    );
    expect(await told(checkOverdue)).toEqual(['wrong: event_start: 1, the oldest for 5 min']);
    // The loader has accepted it.
    await store.query('UPDATE webhooks.event SET start_due_at = NULL');
    expect(await told(checkOverdue)).toEqual([expect.stringMatching(/^fine: none of/)]);
    await store.query('DELETE FROM webhooks.event');
  });

  it('finds overdue deliveries, unless their receiver is being attempted', async () => {
    await store.query(
      `INSERT INTO webhooks.configuration (id, corporation_id, type, url, payload_version, standard_headers, sealed_secret_key)
       VALUES ('${contractId}', '${contractId}', 'resumen_perfil', 'https://x.example/', 'v2', false, 'v1:k1:a')`,
    );
    await store.query(`WITH event AS (
        INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at,
          correlation_id, dispatched_at)
        SELECT 'trg_' || n, '${contractId}', 'RUC', '20990000019', 'trigger', 'query', 'DISPATCHED', gen_random_uuid(), now(), 'c', now()
        FROM generate_series(1, 12) AS n RETURNING trigger_id)
      INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, next_at)
      SELECT trigger_id, '${contractId}', '${contractId}', 'v2', now() - interval '5 minutes' FROM event`);
    const leased = (until: string) => store.query(`UPDATE webhooks.delivery SET leased_until = ${until} WHERE trigger_id <> 'trg_1'`);
    const late = ['wrong: delivery: 12, the oldest for 5 min'];
    expect(await told(checkOverdue)).toEqual(late);
    await leased(`now() + interval '1 minute'`);
    expect(await told(checkOverdue)).toEqual([expect.stringMatching(/^fine: none of/)]);
    // As if they were given back, because their secrets cannot be opened.
    await leased(`now() + interval '4 seconds'`);
    expect(await told(checkOverdue)).toEqual(late);
    await store.query('DELETE FROM webhooks.delivery; DELETE FROM webhooks.event; DELETE FROM webhooks.configuration');
  });

  it('reports the drifts that the nightly comparisons found', async () => {
    await store.query(`INSERT INTO profiles.portfolio_check (corporation_id, due_at, drifts) VALUES ($1, now(), 2)`, [contractId]);
    expect(await told(checkDrifts)).toEqual(['attention: the nightly check corrected 2 portfolio entries']);
    await store.query(
      `SET session_replication_role = replica; INSERT INTO billing.ledger_check (contract_id, due_at, drifts) VALUES ('${contractId}', now(), 1)`,
    );
    expect(await told(checkDrifts)).toEqual(['wrong: 1 ledger has drifted']);
  });

  it('runs every check, also after one of them fails', async () => {
    const findings = await examine(given());
    expect(new Set(findings.map(({ check }) => check)).size).toBeGreaterThanOrEqual(18);
    expect(findings).toContainEqual({
      check: 'sources',
      standing: 'wrong',
      found: 'nobody is asked here',
      advice: 'See the services above.',
    });
    for (const { standing, advice } of findings) expect(advice === undefined).toBe(standing === 'fine');
  });

  it('is shown and described in docs/operator.md as it is', async () => {
    const page = readFileSync(new URL('../../../docs/operator.md', import.meta.url), 'utf8');
    const names = new Set((await examine(given())).map(({ check }) => check));
    const [, sample, ...counts] = /vigia -- doctor\n([^]+?)\n\n(\d+) wrong, (\d+) to look at, (\d+) fine\n/.exec(page)!;
    const shown = [...sample!.matchAll(/^[✓!✗] (.+?) {2}/gm)].map(([, name]) => name!);
    expect(shown.filter((name) => !names.has(name))).toEqual([]);
    const counted = counts.map(Number).reduce((sum, count) => sum + count);
    expect({ counted, names: [...names] }).toEqual({ counted: names.size, names: [...names] });
    const described = [...page.matchAll(/^\| (`[^|]+`) +\| /gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    );
    expect([...names].filter((name) => !described.includes(name))).toEqual([]);
  });

  it('asks each service once, because one that is away delays every question', async () => {
    const asked: string[] = [];
    const ask = (name: string) => {
      asked.push(name);
      return Promise.reject(new ReplyUnknownError(name));
    };
    await examine(given({ ask: ask as Examined['ask'] }));
    expect(asked.toSorted()).toEqual(['contracts.list', 'corporations.list', 'datasets.list', 'sources.list', 'webhooks.list']);
  });

  it('reports an unreachable database or broker, and checks the broker without the database', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const away = given({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/nothing` });
    expect((await examine(away)).map(({ check, standing }) => [check, standing])).toEqual([
      ['database', 'wrong'],
      ['broker', 'fine'],
    ]);
    expect(await told(checkBroker, { brokerUrl: `postgres://nobody@127.0.0.1:${port}/nothing` })).toEqual([
      `wrong: the broker at postgres://127.0.0.1:${port}/nothing cannot be reached: is the system running?`,
    ]);
  });

  it('reports a broker that refuses the password', async () => {
    const { host, pathname } = new URL(store.url);
    const brokerUrl = Object.assign(new URL(store.url), { password: 'another' }).href;
    expect(await told(checkBroker, { brokerUrl })).toEqual([
      `wrong: the broker at postgres://${host}${pathname} refuses the login (28P01)`,
    ]);
  });

  it('finds a broker in PostgreSQL that accepts no writes', async () => {
    const brokerUrl = `${store.url}?options=-c%20default_transaction_read_only%3Don`;
    expect(await told(checkBroker, { brokerUrl })).toEqual([expect.stringMatching(/^wrong: PostgreSQL \d.* accepts no writes$/)]);
  });

  if (testedBrokers().includes('redis')) {
    it('finds a Redis that evicts keys, runs out of memory or cannot be reached', async () => {
      const dir = mkdtempSync(join(tmpdir(), 'vigia-doctor-'));
      const redis = await startRedis({ dir });
      const set = async (name: string, value: string) => {
        const { port, password } = new URL(redis.url);
        const socket = connect(Number(port), '127.0.0.1');
        socket.write(`${password && `AUTH ${password}\r\n`}CONFIG SET ${name} ${value}\r\n`);
        await once(socket, 'data');
        socket.destroy();
      };
      try {
        expect(await told(checkBroker, { brokerUrl: redis.url })).toEqual([expect.stringMatching(/^fine: Redis \d/)]);
        await set('maxmemory-policy', 'allkeys-lru');
        expect(await told(checkBroker, { brokerUrl: redis.url })).toEqual([
          expect.stringMatching(/^wrong: Redis .* evicts: maxmemory-policy allkeys-lru$/),
        ]);
        await set('maxmemory-policy', 'noeviction');
        const { usedMemory } = await inspectBroker(redis.url);
        await set('maxmemory', String(Math.round(1.1 * usedMemory!)));
        expect(await told(checkBroker, { brokerUrl: redis.url })).toEqual([
          expect.stringMatching(/^attention: Redis .* has used \d\d % of its memory$/),
        ]);
        await set('maxmemory', String(Math.round(usedMemory! / 2)));
        expect(await told(checkBroker, { brokerUrl: redis.url })).toEqual([
          expect.stringMatching(/^wrong: Redis .* has used \d{3} % of its memory$/),
        ]);
      } finally {
        await redis.stop();
        rmSync(dir, { recursive: true });
      }
      expect(await told(checkBroker, { brokerUrl: redis.url })).toEqual([
        expect.stringMatching(/^wrong: the broker at .* cannot be reached/),
      ]);
    });
  }
});
