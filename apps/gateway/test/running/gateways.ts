import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { readSettings, startService } from '@vigia/service-kit';
import {
  anyBroker,
  brokerUrl,
  createTestDatabase,
  startServiceProcess,
  type ServiceProcess,
  type System,
  type TestDatabase,
} from '@vigia/testing';
import { gateway, gatewaySettings } from '../../src/app.module.js';
import { gatewayAdapter } from '../../src/http/adapter.js';
import { configureHttp } from '../../src/http/configure.js';
import type { GatewaySettings } from '../../src/settings.js';
import { openOperator, type Operator } from './operator.js';

export function newKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64url')}`;
}

export interface GatewayOptions {
  environment?: Record<string, string>;
  adapter?: (settings: GatewaySettings) => FastifyAdapter;
}

export interface Gateways {
  database: TestDatabase;
  brokerUrl: string;
  operator: Operator;
  /** The keys of every gateway that was started without keys of its own. */
  jwtKeys: string;
  start(options?: GatewayOptions): Promise<string>;
  /** Starts a gateway process that can be killed. */
  startProcess(environment?: Record<string, string>): Promise<ServiceProcess>;
  /** Starts everything that a load needs beside a gateway. */
  startLoading(environment?: Record<string, string>): Promise<Loading>;
  /** Starts billing, and no loader. */
  startBilling(): Promise<ServiceProcess>;
  /** Starts everything that a trigger needs beside a gateway, except the load that it may wait for. */
  startWebhooks(): Promise<ServiceProcess>;
  /** Starts the importer, which fetches nothing by itself. */
  startImporter(): Promise<ServiceProcess>;
  /** The log lines of all gateways so far. */
  log(): string;
  stop(): Promise<void>;
}

export interface Loading {
  simulator: ServiceProcess;
  /** Ends the only replica of a service, or starts a new one in its place. */
  stop(service: LoadingService): Promise<unknown>;
  start(service: LoadingService): Promise<unknown>;
}
type LoadingService = 'billing' | 'profile-loader';

/** For gateways whose clients wait until their loads are done. */
export const waitingForLoads = { VIGIA_START_TIMEOUT_MS: '60000', VIGIA_LOAD_WAIT_MS: '150000' };

/**
 * Gateways as replicas of each other: one database, one set of keys. Limits are high unless a test sets them. They have their own database,
 * or run beside the services of a system.
 */
export async function openGateways(system?: System): Promise<Gateways> {
  const database = system?.database ?? (await createTestDatabase());
  const folder = mkdtempSync(join(tmpdir(), 'vigia-gateway-'));
  const logFile = join(folder, 'gateway.log');
  const webhookKeys = newKey('w1');
  const own = {
    DATABASE_URL: database.url,
    VIGIA_BROKER_URL: await brokerUrl(anyBroker(), database.url),
    VIGIA_JWT_KEYS: newKey('k1'),
    VIGIA_SECRET_PEPPERS: newKey('p1'),
  };
  const shared = {
    ...own,
    ...system?.environment,
    VIGIA_HOST: '127.0.0.1',
    VIGIA_PORT: '0',
    VIGIA_LOG_FILE: logFile,
    VIGIA_LOG_LEVEL: 'debug',
    VIGIA_RATE_BURST: '100000',
    VIGIA_TOKEN_RATE_BURST: '100000',
    VIGIA_START_TIMEOUT_MS: '500',
    VIGIA_LOAD_WAIT_MS: '0',
    VIGIA_SHUTDOWN_GRACE_MS: '1000',
  };
  const operator = await openOperator(shared.VIGIA_BROKER_URL);
  const running: { close(): Promise<void> }[] = [];
  const processes: ServiceProcess[] = [];
  const startProcess = async (name: string, environment: Record<string, string>) => {
    const started = await startServiceProcess(name, environment);
    processes.push(started);
    return started;
  };
  return {
    database,
    brokerUrl: shared.VIGIA_BROKER_URL,
    operator,
    jwtKeys: shared.VIGIA_JWT_KEYS,
    async start({ environment = {}, adapter = gatewayAdapter } = {}) {
      const settings = readSettings(gatewaySettings, { ...shared, ...environment });
      const service = await startService({ ...gateway, http: { adapter, configure: configureHttp, drainMs: () => 0 } }, settings);
      running.push(service);
      return String(service.url);
    },
    startProcess(environment = {}) {
      // It reports on standard output that it is ready.
      return startProcess('gateway', { ...shared, VIGIA_LOG_FILE: '', VIGIA_LOG_LEVEL: 'info', ...environment });
    },
    async startLoading(environment = {}) {
      const simulator = await startProcess('source-simulator', { VIGIA_SIMULATOR_PORT: '0', VIGIA_SIMULATOR_TIME_SCALE: '0.01' });
      const { DATABASE_URL, VIGIA_BROKER_URL, VIGIA_SHUTDOWN_GRACE_MS } = shared;
      const others = { DATABASE_URL, VIGIA_BROKER_URL, VIGIA_SHUTDOWN_GRACE_MS, VIGIA_SOURCES_URL: simulator.url, ...environment };
      const replicas = new Map<LoadingService, ServiceProcess>();
      const start = async (service: LoadingService) => replicas.set(service, await startProcess(service, others));
      await Promise.all([start('billing'), start('profile-loader')]);
      return { simulator, start, stop: async (service) => replicas.get(service)?.kill() };
    },
    startBilling() {
      const { DATABASE_URL, VIGIA_BROKER_URL, VIGIA_SHUTDOWN_GRACE_MS } = shared;
      return startProcess('billing', { DATABASE_URL, VIGIA_BROKER_URL, VIGIA_SHUTDOWN_GRACE_MS });
    },
    startWebhooks() {
      const { DATABASE_URL, VIGIA_BROKER_URL, VIGIA_SHUTDOWN_GRACE_MS } = shared;
      return startProcess('webhook-dispatcher', {
        DATABASE_URL,
        VIGIA_BROKER_URL,
        VIGIA_SHUTDOWN_GRACE_MS,
        VIGIA_WEBHOOK_KEYS: webhookKeys,
      });
    },
    startImporter() {
      const { DATABASE_URL, VIGIA_BROKER_URL, VIGIA_SHUTDOWN_GRACE_MS } = shared;
      return startProcess('data-importer', {
        DATABASE_URL,
        VIGIA_BROKER_URL,
        VIGIA_SHUTDOWN_GRACE_MS,
        VIGIA_DATA_DIR: join(folder, 'data'),
      });
    },
    log: () => readFileSync(logFile, 'utf8'),
    async stop() {
      await operator.close();
      for (const service of running) await service.close();
      await Promise.all(processes.map((process) => process.kill()));
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
