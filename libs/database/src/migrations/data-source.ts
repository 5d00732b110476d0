import { DataSource, type MigrationInterface } from 'typeorm';
import { billingEntities } from '../billing/entities.js';
import { connectionOptions, patientConnectTimeoutMs } from '../connection/open-database.js';
import { identityEntities } from '../identity/entities.js';
import { profileEntities } from '../profiles/entities.js';
import { registryEntities } from '../registry/entities.js';
import { webhookEntities } from '../webhooks/entities.js';

interface DataSourceOptions {
  url: string;
  migrations?: (new () => MigrationInterface)[];
}

/** For migrations, and for the test that compares the entities with the tables: TypeORM is loaded by nobody else. */
export async function openDataSource({ url, migrations = [] }: DataSourceOptions): Promise<DataSource> {
  return new DataSource({
    type: 'postgres',
    url,
    entities: [...identityEntities, ...profileEntities, ...billingEntities, ...webhookEntities, ...registryEntities],
    migrations,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    // A migration that fails would be named on the standard output, where commands print what they are asked for.
    logger: 'debug',
    poolSize: 2,
    applicationName: 'vigia-owner',
    extra: { ...connectionOptions({}), connectionTimeoutMillis: patientConnectTimeoutMs },
    poolErrorHandler: () => {
      // As in `openDatabase`.
    },
  }).initialize();
}
