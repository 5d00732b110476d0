import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatasetVersion, PayloadOf, ReplyOf, RequestName } from '@vigia/contracts';
import { connectBroker, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { readSettings, startService, type RunningService } from '@vigia/service-kit';
import { anyBroker, brokerUrl, createTestDatabase, PatientMessages, waitUntil, type TestDatabase } from '@vigia/testing';
import { dataImporter, dataImporterSettings } from '../../src/app.module.js';

export interface RunningImporter {
  database: TestDatabase;
  brokerUrl: string;
  /** A folder for this test. */
  folder: string;
  broker: Broker;
  ask<N extends RequestName>(name: N, payload: PayloadOf<N>): Promise<ReplyOf<N>>;
  /** Writes a file and returns its path. */
  file(name: string, content: string | Buffer): string;
  /** Requests an import and waits for its end. */
  bringIn(dataset: string, paths: string | string[], more?: Partial<PayloadOf<'datasets.import'>>): Promise<DatasetVersion>;
  untilEnded(version: number): Promise<DatasetVersion>;
  /** Stops the importer, so that another process works. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const timeoutMs = 60_000;

export function startReplica(
  { database, brokerUrl: url }: Pick<RunningImporter, 'database' | 'brokerUrl'>,
  environment: Record<string, string> = {},
): Promise<RunningService> {
  const settings = readSettings(dataImporterSettings, {
    DATABASE_URL: database.url,
    VIGIA_BROKER_URL: url,
    VIGIA_LOG_FILE: '/dev/null',
    VIGIA_SHUTDOWN_GRACE_MS: '1000',
    VIGIA_DATA_TAXPAYERS: 'all',
    ...environment,
  });
  return startService(dataImporter, settings, { listen: false });
}

/** The importer on its own database. Tests reach it by messages. */
export async function startImporter(environment: Record<string, string> = {}, given?: TestDatabase): Promise<RunningImporter> {
  const database = given ?? (await createTestDatabase());
  const url = await brokerUrl(anyBroker(), database.url);
  const folder = mkdtempSync(join(tmpdir(), 'vigia-importer-'));
  const start = () => startReplica({ database, brokerUrl: url }, { VIGIA_DATA_DIR: folder, ...environment });
  let service = await start();
  const broker = await connectBroker({ url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
  const messages = new PatientMessages(broker);
  const ask: RunningImporter['ask'] = (name, payload) => messages.request(name, payload, { timeoutMs });
  const isOver = ({ state, endedAt }: DatasetVersion) => !['waiting', 'downloading', 'importing'].includes(state) && endedAt !== null;
  const untilEnded = (version: number) =>
    waitUntil(
      async () => {
        const { version: found } = await ask('datasets.version', { version });
        return isOver(found) && found;
      },
      { what: `the import ${version} has ended` },
    );
  return {
    database,
    brokerUrl: url,
    folder,
    broker,
    ask,
    untilEnded,
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    async bringIn(dataset, paths, more = {}) {
      const { version } = await ask('datasets.import', { dataset, actor: 'prueba', files: [paths].flat(), ...more });
      return untilEnded(version.version);
    },
    pause: () => service.close(),
    async resume() {
      service = await start();
    },
    async stop() {
      await broker.close();
      await service.close();
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
