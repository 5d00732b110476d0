import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { billingEntities } from '../billing/entities.js';
import { identityEntities } from '../identity/entities.js';
import { profileEntities } from '../profiles/entities.js';
import { webhookEntities } from '../webhooks/entities.js';
import { serviceRoles, type DatabaseService } from './service-roles.js';

const dateOid = 1082;
// A day is a day: as a JavaScript Date it would become an instant of the process's own time zone.
pg.types.setTypeParser(dateOid, (text) => text);

/** For how long a service waits for a row that somebody else has locked. */
export const lockTimeoutMs = 2_000;

export interface DatabaseOptions {
  url: string;
  /** Absent for migrations and tests, which act as the owner of every schema. */
  service?: DatabaseService;
  poolSize?: number;
  /** Tests that hold a lock on purpose wait longer than a service would: they are to meet what they are about, not the clock. */
  lockTimeout?: number;
  /** Business time is ahead by the row in `test_clock`. */
  testClock?: boolean;
}

interface DataSourceOptions extends DatabaseOptions {
  migrations?: (new () => MigrationInterface)[];
}

/** TypeORM's own view of the database, for migrations and the test of the entities; services get a `Database`. */
export async function openDataSource({
  url,
  service,
  poolSize = 10,
  lockTimeout = lockTimeoutMs,
  testClock = false,
  migrations = [],
}: DataSourceOptions): Promise<DataSource> {
  return new DataSource({
    type: 'postgres',
    url,
    entities: [...identityEntities, ...profileEntities, ...billingEntities, ...webhookEntities],
    migrations,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize,
    applicationName: `vigia-${service ?? 'owner'}`,
    extra: {
      options: [
        '-c TimeZone=UTC',
        '-c statement_timeout=30s',
        // What waits for a row holds a connection that others need: it gives way long before its client does.
        ...(service ? [`-c lock_timeout=${lockTimeout}`] : []),
        // Working rows are in memory or on flash: the default is that of a spinning disk, and reads whole tables instead of an index.
        '-c random_page_cost=1.1',
        ...(service ? [`-c role=${serviceRoles[service]}`] : []),
        ...(testClock ? ['-c vigia.test_clock=on'] : []),
      ].join(' '),
      // Statements of a transaction follow each other without waiting for every single answer.
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    },
    poolErrorHandler: () => {
      // An idle connection that dies is replaced by the pool at its next use; the failing query is what gets reported.
    },
  }).initialize();
}
