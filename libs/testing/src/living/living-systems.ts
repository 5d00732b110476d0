import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../system/service-process.js';
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

/** As deployed, except that receivers may be on this machine and are soon given up when they refuse, and that time-outs are longer. */
const environment: Environment = {
  ...receiversOnThisMachine,
  VIGIA_DASHBOARD_DIR: fileURLToPath(new URL('../../../../apps/dashboard/dist', import.meta.url)),
  VIGIA_WEBHOOK_RETRIES: '20ms',
  // Long enough for a busy machine: each test has its own time-out.
  VIGIA_START_TIMEOUT_MS: '60000',
  VIGIA_RESERVE_TIMEOUT_MS: '60000',
  VIGIA_LOAD_WAIT_MS: '150000',
  VIGIA_TASK_DEADLINE_MS: '150000',
  // Nothing is fetched from outside.
  VIGIA_DATA_ADDRESSES: JSON.stringify({ un: 'http://127.0.0.1:9/un.xml' }),
  // Failing sources of one spec must not open a circuit for the others.
  VIGIA_PROVIDERS: JSON.stringify({ defaults: { breaker: { failures: 1_000, pauseMs: 1_000 } } }),
  // All specs call from one address.
  VIGIA_RATE_BURST: '100000',
  VIGIA_TOKEN_RATE_BURST: '100000',
};

/**
 * Starts a system for each worker of a test run that asks for one, and ends all of them with the run. The process that
 * starts the workers keeps them, because another worker may replace one.
 */
export async function keepLivingSystems(folder: string, say: (line: string) => void): Promise<LivingSystems> {
  const systems = new Map<string, Promise<System>>();
  let started = 0;
  const start = async (worker: string): Promise<System> => {
    const logFolder = join(folder, `living-${worker}-${(started += 1)}`);
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
    for (const service of [system.simulator, ...serviceProcesses.map((name) => system.replicas(name)[0]!)]) {
      void service.ended.then(async (how) => {
        if (!systems.delete(worker)) return;
        say(`${service.name} of the living system of worker ${worker} ended with ${how}; the next spec gets a new system.`);
        await system.stop();
      });
    }
    return system;
  };
  const ofWorker = (worker: string): Promise<System> => {
    const known = systems.get(worker) ?? start(worker);
    systems.set(worker, known);
    // A system that could not be started is tried again.
    known.catch(() => systems.delete(worker));
    return known;
  };
  const server = createServer((request, response) => {
    // A worker asks once; a kept connection could be closed under the next spec.
    response.setHeader('connection', 'close');
    ofWorker(request.url!.slice(1)).then(
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
      const ending = [...systems.values()];
      systems.clear();
      await Promise.all(ending.map(async (system) => (await system).stop()));
    },
  };
}

function describeSystem(system: System): LivingDescription {
  const services = [system.simulator, ...serviceProcesses.map((name) => system.replicas(name)[0]!)];
  return {
    databaseUrl: system.database.url,
    brokerUrl: system.brokerUrl,
    environment: system.environment,
    services: services.map(({ name, url, pid, logFile }) => ({ name, url, pid, logFile: logFile! })),
  };
}
