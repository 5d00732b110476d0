import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { connectionOptions } from '../src/connection/open-database.js';
import { openDatabase, openSession, serviceRoles, type DatabaseService } from '../src/index.js';

const services = Object.keys(serviceRoles) as DatabaseService[];

interface Told {
  idle: string;
  alive: string;
}

const howTold = `SELECT current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('tcp_keepalives_idle') AS alive`;

describe('when one end of a connection falls silent', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database?.drop());

  it.each(services)('a transaction that %s does not go on with gives its locks back after half a minute', async (service) => {
    const connection = await openDatabase({ url: database.url, service, poolSize: 2 });
    const [told] = await connection.rows<Told>(howTold);
    await connection.close();
    expect(told).toEqual({ idle: '30s', alive: '10' });
  });

  it('an import may rest in its transaction, and its locks are free soon after its machine is gone', async () => {
    const session = await openSession({ url: database.url, service: 'data-importer' });
    const [told] = await session.rows<Told>(howTold);
    await session.close();
    expect(told).toEqual({ idle: '0', alive: '10' });
  });

  it('a statement without an answer fails soon after the server would have ended it, and a connection that nobody uses is looked after', () => {
    expect(connectionOptions({ service: 'billing' })).toMatchObject({ query_timeout: 35_000, keepAliveInitialDelayMillis: 10_000 });
    expect(connectionOptions({ service: 'gateway', answerWithinMs: 1_000 })).toMatchObject({ query_timeout: 1_000 });
  });

  it('a migration may take as long as it takes', () => {
    expect(connectionOptions({})).not.toHaveProperty('query_timeout');
  });
});
