import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment, ServiceProcess } from '../system/service-process.js';
import { serviceProcesses, startSystem, type System } from '../system/system.js';
import { anyBroker } from '../system/test-broker.js';
import { receiversOnThisMachine } from '../system/webhooks.js';

/** What a spec needs to know about a system that another process has started. */
export interface LivingDescription {
  databaseUrl: string;
  brokerUrl: string;
  environment: Environment;
  services: { name: string; url: string; pid: number; logFile: string }[];
}

interface LivingSystems {
  url: string;
  stop(): Promise<void>;
}

/** Mostly as deployed. Receivers may be on this machine, receivers that refuse are soon given up, and timeouts are longer. */
const environment: Environment = {
  ...receiversOnThisMachine,
  VIGIA_DASHBOARD_DIR: fileURLToPath(new URL('../../../../apps/dashboard/dist', import.meta.url)),
  VIGIA_WEBHOOK_RETRIES: '20ms',
  // Long enough for a busy machine: each test has its own timeout.
  VIGIA_START_TIMEOUT_MS: '60000',
  VIGIA_RESERVE_TIMEOUT_MS: '60000',
  VIGIA_LOAD_WAIT_MS: '150000',
  VIGIA_TASK_DEADLINE_MS: '150000',
  VIGIA_SOURCE_TIMEOUT_MS: '60000',
  VIGIA_BROKER_LOCK_MS: '60000',
  // Nothing is fetched from outside.
  VIGIA_DATA_ADDRESSES: JSON.stringify({ un: 'http://127.0.0.1:9/un.xml' }),
  // Failing sources of one spec must not open a circuit for the others.
  VIGIA_PROVIDERS: JSON.stringify({ defaults: { breaker: { failures: 1_000, pauseMs: 1_000 } } }),
  // All specs call from one address.
  VIGIA_RATE_BURST: '100000',
  VIGIA_TOKEN_RATE_BURST: '100000',
};

/**
 * Lends a system to each worker of a test run that asks for one. No two workers share a system: if all are in use, another one starts. All
 * of them end with the run. The process that starts the workers keeps the systems, because another worker may replace one.
 */
export async function keepLivingSystems(folder: string, say: (line: string) => void): Promise<LivingSystems> {
  /** Each with the worker that uses it. */
  const systems = new Map<Promise<System>, string | undefined>();
  let started = 0;
  const heldBy = (worker?: string) => [...systems.keys()].find((system) => systems.get(system) === worker);
  const start = (): Promise<System> => {
    const name = `living-${(started += 1)}`;
    const starting = startLivingSystem(join(folder, name));
    const endWith = async (system: System, service: ServiceProcess) => {
      const how = await service.ended;
      if (!systems.delete(starting)) return;
      say(`${service.name} of the system ${name} ended with ${how}; another system takes its place.`);
      await system.stop();
    };
    starting.then(
      (system) => processesOf(system).forEach((service) => void endWith(system, service)),
      () => systems.delete(starting),
    );
    return starting;
  };
  const lend = (worker: string): Promise<System> => {
    const system = heldBy(worker) ?? heldBy(undefined) ?? start();
    systems.set(system, worker);
    return system;
  };
  const takeBack = (worker: string) => {
    const system = heldBy(worker);
    if (system) systems.set(system, undefined);
  };
  const server = createServer((request, response) => {
    // A spec asks once; the server could close a kept connection under the next request.
    response.setHeader('connection', 'close');
    const worker = request.url!.slice(1);
    if (request.method === 'DELETE') {
      takeBack(worker);
      return void response.end();
    }
    lend(worker).then(
      (system) => response.end(JSON.stringify(describeSystem(system))),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      const ending = [...systems.keys()];
      systems.clear();
      await Promise.all(ending.map(async (system) => (await system).stop()));
    },
  };
}

async function startLivingSystem(logFolder: string): Promise<System> {
  mkdirSync(logFolder, { recursive: true });
  const system = await startSystem({
    broker: anyBroker(),
    environment: { ...environment, VIGIA_DATA_DIR: join(logFolder, 'data') },
    logFolder,
  });
  await system.start('data-importer').catch(async (error: unknown) => {
    await system.stop();
    throw error;
  });
  return system;
}

function describeSystem(system: System): LivingDescription {
  return {
    databaseUrl: system.database.url,
    brokerUrl: system.brokerUrl,
    environment: system.environment,
    services: processesOf(system).map(({ name, url, pid, logFile }) => ({ name, url, pid, logFile: logFile! })),
  };
}

function processesOf(system: System): ServiceProcess[] {
  return [system.simulator, ...serviceProcesses.map((name) => system.replicas(name)[0]!)];
}
