import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assertMigrated, type Database, type DatabaseService, migrate, openDatabase } from '@vigia/database';
import { sourceJob } from '@vigia/contracts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@vigia/local-servers';
import { connectBroker, migrateBroker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import pg from 'pg';
import { repository } from './dockerfile.js';

const password = 'secret';
const serviceOf: Record<string, DatabaseService> = {
  gateway: 'gateway',
  profile_loader: 'profile-loader',
  billing: 'billing',
  webhook_dispatcher: 'webhook-dispatcher',
  data_importer: 'data-importer',
};

/** The documented statements for an administrator, one a line. */
const deployment = join(repository, 'docs/deployment.md');
const page = readFileSync(deployment, 'utf8').split('### A managed PostgreSQL')[1] ?? '';
const documented = statementsOf(/```sql\n(.+?)```/s.exec(page)?.[1] ?? '');
const [creation = ''] = /CREATE DATABASE vigia [^`]*/.exec(page) ?? [];
const logins = documented.filter((line) => line.includes(' LOGIN NOINHERIT '));

describe('a managed PostgreSQL without a superuser', () => {
  let folder: string;
  let server: EmbeddedPostgres;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-managed-'));
    // The server runs as another user where the tests run as root.
    chmodSync(folder, 0o711);
    server = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
    await run(Object.assign(new URL(server.url), { pathname: 'postgres' }).href, ['DROP DATABASE vigia', creation]);
    await run(server.url, [
      `CREATE ROLE administrator LOGIN CREATEROLE PASSWORD '${password}'`,
      'ALTER DATABASE vigia OWNER TO administrator',
    ]);
  });

  afterEach(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const urlOf = (username: string) => Object.assign(new URL(server.url), { username, password }).href;

  async function actingAs(login: string, work: (database: Database) => Promise<unknown>): Promise<unknown> {
    const database = await openDatabase({ url: urlOf(login), service: serviceOf[login]! });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  async function servesEveryService(): Promise<void> {
    expect(logins).toHaveLength(Object.keys(serviceOf).length);
    for (const login of Object.keys(serviceOf)) await expect(actingAs(login, assertMigrated)).resolves.toBeUndefined();
    // The view belongs to the login that migrates, its tables to the importer.
    const taxpayers = (database: Database) => database.rows('SELECT name FROM registry.current_taxpayer');
    expect(await actingAs('profile_loader', taxpayers)).toEqual([]);
  }

  it('is migrated by a login with the documented rights, if an administrator has made the roles', async () => {
    await run(urlOf('administrator'), documented);
    expect(await migrate(urlOf('vigia_owner'))).not.toEqual([]);
    await servesEveryService();
    expect(await migrate(urlOf('vigia_owner'), { cleanup: true })).toEqual([]);
  });

  it('is migrated by a login with CREATEROLE, which creates the roles of the services itself', async () => {
    const rights = documented.filter((line) => line.startsWith('GRANT '));
    await run(urlOf('administrator'), [`CREATE ROLE vigia_owner LOGIN CREATEROLE PASSWORD '${password}'`, ...rights]);
    const early = 'the database has no role vigia_billing: run the command `migrate` first (docs/operator.md)';
    await expect(openDatabase({ url: server.url, service: 'billing' })).rejects.toThrow(early);
    expect(await migrate(urlOf('vigia_owner'))).not.toEqual([]);
    await run(urlOf('vigia_owner'), logins);
    await servesEveryService();
  });

  it('keeps the logins of another installation on its server out, which have the same roles', async () => {
    const admission = statementsOf(/```sql\n(REVOKE CONNECT .+?)```/s.exec(page)![1]!);
    const stranger = `CREATE ROLE staging_gateway LOGIN NOINHERIT PASSWORD '${password}' IN ROLE vigia_gateway`;
    await run(urlOf('administrator'), [...documented, stranger]);
    await expect(run(urlOf('staging_gateway'), ['SET ROLE vigia_gateway'])).resolves.toBeUndefined();
    await run(urlOf('administrator'), admission);
    await expect(run(urlOf('staging_gateway'), [])).rejects.toThrow('permission denied for database "vigia"');
    expect(await migrate(urlOf('vigia_owner'))).not.toEqual([]);
    await servesEveryService();

    const second = /CREATE ROLE gateway_2 .+?;/.exec(page)![0].replace('…', password);
    const [, admitted, sentAway] = /needs `(GRANT CONNECT .+?)`.+`(REVOKE CONNECT .+?)`/s.exec(page)!;
    await run(urlOf('administrator'), [second, admitted!]);
    await run(urlOf('gateway_2'), ['SET ROLE vigia_gateway']);
    await expect(run(urlOf('administrator'), ['DROP ROLE gateway'])).rejects.toThrow('cannot be dropped');
    await run(urlOf('administrator'), [sentAway!, 'DROP ROLE gateway']);
  });

  it('changes the login of a broker by a second one, which acts as the first, and owns nothing', async () => {
    const changes = /```sql\n(CREATE ROLE vigia_broker_2.+?)```/s.exec(readFileSync(deployment, 'utf8'))![1]!;
    const [second, acting, ended] = statementsOf(changes) as [string, string, string];
    await run(urlOf('administrator'), [
      `CREATE ROLE vigia_broker LOGIN PASSWORD '${password}'`,
      'GRANT CREATE ON DATABASE vigia TO vigia_broker',
      second,
      acting,
    ]);
    await migrateBroker(urlOf('vigia_broker_2'));
    await run(urlOf('administrator'), [ended]);
    const broker = await connectBroker({
      url: urlOf('vigia_broker_2'),
      service: 'test',
      logger: createLogger('test', { level: 'silent' }),
    });
    try {
      const job = { v: 1 as const, loadId: '00000000-0000-4000-8000-000000000000', source: 'protestos' as const };
      await broker.jobs('source-protestos', sourceJob).push([{ id: 'task-1', data: job }]);
    } finally {
      await broker.close();
    }
    await expect(run(urlOf('vigia_broker'), [])).rejects.toThrow('not permitted to log in');
    // It would refuse to go if it owned anything.
    await run(urlOf('administrator'), ['DROP ROLE vigia_broker_2']);
  });

  it('is migrated only by a login that is a member of the roles', async () => {
    const withoutRoles = documented.map((line) => (line.startsWith('CREATE ROLE vigia_owner') ? line.replace(/ IN ROLE .*/, ';') : line));
    await run(urlOf('administrator'), withoutRoles);
    await expect(migrate(urlOf('vigia_owner'))).rejects.toThrow('permission denied to grant role "vigia_gateway"');
    await run(urlOf('administrator'), [
      'GRANT vigia_gateway, vigia_loader, vigia_billing, vigia_dispatcher, vigia_importer TO vigia_owner',
    ]);
    expect(await migrate(urlOf('vigia_owner'))).not.toEqual([]);
  });
});

function statementsOf(text: string): string[] {
  return text
    .replaceAll(`'…'`, `'${password}'`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--'));
}

async function run(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
