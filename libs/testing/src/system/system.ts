import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '@vigia/local-servers';
import { createTestDatabase, type TestDatabase } from '../databases/test-database.js';
import { createCorporation, type TestCorporation } from './corporations.js';
import { startServiceProcess, type Environment, type ServiceProcess } from './service-process.js';
import { brokerUrl, type BrokerKind } from './test-broker.js';

export const withoutWebhooks = ['gateway', 'profile-loader', 'billing'] as const;
export const everyService = [...withoutWebhooks, 'webhook-dispatcher'] as const;
/** The importer is idle until it is asked, so most test systems leave it out. */
export const serviceProcesses = [...everyService, 'data-importer'] as const;
export type SystemService = (typeof serviceProcesses)[number];

export interface SystemOptions {
  broker: BrokerKind;
  replicas?: number;
  /** The services to start with: a system without webhooks need not wait for their dispatcher. */
  services?: readonly SystemService[];
  /** For a test in which another gateway replaces one at its address: meanwhile the system gives its port to nobody. */
  keepsAddresses?: boolean;
  environment?: Environment;
  /** A folder for the logs of the processes, if other processes are to read them. */
  logFolder?: string;
  /** Replaces the broker of the test run, for tests that kill it. */
  brokerUrl?: string;
  /** Replaces the database on the server of the test run, for tests that crash it. */
  database?: TestDatabase;
  /** A folder with services of another release to start with. */
  release?: string;
}

/** The product as deployed: separate processes that share a database and a broker, and the simulator. */
export interface System {
  database: TestDatabase;
  brokerUrl: string;
  /** The settings that its services share, for starting one more service. */
  environment: Environment;
  simulator: ServiceProcess;
  replicas(service: SystemService): ServiceProcess[];
  /** Starts another replica, for example after one was killed. */
  start(service: SystemService, environment?: Environment, release?: string): Promise<ServiceProcess>;
  createCorporation(kind: 'monthly' | 'one_time'): Promise<TestCorporation>;
  stop(): Promise<void>;
}

export async function startSystem({
  broker,
  replicas = 1,
  services = everyService,
  environment = {},
  logFolder,
  ...given
}: SystemOptions): Promise<System> {
  const database = given.database ?? (await createTestDatabase());
  const url = given.brokerUrl ?? (await brokerUrl(broker, database.url));
  const kept = (name: string) => (logFolder === undefined ? {} : { logFile: join(logFolder, `${name}.log`) });
  const simulated = { VIGIA_SIMULATOR_PORT: '0', VIGIA_SIMULATOR_TIME_SCALE: '0.01', ...environment };
  const simulator = await startServiceProcess('source-simulator', simulated, kept('source-simulator'));
  const running = new Map<SystemService, ServiceProcess[]>(serviceProcesses.map((service) => [service, []]));
  const shared: Environment = { ...sharedEnvironment(database.url, url, simulator.url), ...environment };
  const start = async (service: SystemService, more: Environment = {}, release?: string) => {
    const command = release === undefined ? {} : { command: [join(release, `${service}.js`)] };
    const started = await startServiceProcess(service, { ...shared, ...more }, { ...kept(service), ...command });
    running.get(service)?.push(started);
    return started;
  };
  const stopServices = () => Promise.all([...[...running.values()].flat(), simulator].map((service) => service.kill()));
  const startFirst = async (service: SystemService) => {
    const keepsAddress = given.keepsAddresses && service === 'gateway';
    return start(service, keepsAddress ? { VIGIA_PORT: String(await freePort()) } : {}, given.release);
  };
  // Waits until every start has ended before it stops the others, so that no unknown process stays behind.
  const starts = await Promise.allSettled(services.flatMap((service) => Array.from({ length: replicas }, () => startFirst(service))));
  const failed = starts.find((each) => each.status === 'rejected');
  if (failed) {
    await stopServices();
    await database.drop();
    throw failed.reason;
  }
  return {
    database,
    brokerUrl: url,
    environment: shared,
    simulator,
    replicas: (service) => running.get(service) ?? [],
    start,
    createCorporation: (kind) => createCorporation(url, kind),
    async stop() {
      await stopServices();
      await database.drop();
    },
  };
}

function sharedEnvironment(databaseUrl: string, broker: string, sourcesUrl: string): Environment {
  const key = () => `k1:${randomBytes(32).toString('base64url')}`;
  return {
    DATABASE_URL: databaseUrl,
    VIGIA_BROKER_URL: broker,
    VIGIA_SOURCES_URL: sourcesUrl,
    VIGIA_JWT_KEYS: key(),
    VIGIA_SECRET_PEPPERS: key(),
    VIGIA_WEBHOOK_KEYS: key(),
    // Longer than in production, so that a busy machine fails no call.
    VIGIA_START_TIMEOUT_MS: '60000',
    VIGIA_RESERVE_TIMEOUT_MS: '20000',
  };
}
