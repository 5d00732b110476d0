import { readFileSync } from 'node:fs';
import { takeDocumentsOf } from '../documents/fresh-documents.js';
import { openTestDatabase } from '../databases/test-database.js';
import { livingSystemsVariable } from '../servers/server-addresses.js';
import { createCorporation } from '../system/corporations.js';
import { startServiceProcess, type ServiceProcess } from '../system/service-process.js';
import { serviceProcesses, type System, type SystemService } from '../system/system.js';
import type { LivingDescription } from './living-systems.js';

/**
 * A system that specs share one after another, with Redis as its broker if the machine has it. Data of earlier specs is still there. So a
 * spec creates its own corporations, takes fresh documents, counts by both, and leaves the processes and the clock alone. `start` adds a
 * replica for the duration of the spec; `stop` ends only those. The environment of the spec file returns the system.
 */
export async function livingSystem(specUrl: string): Promise<System> {
  takeDocumentsOf(specUrl);
  const systems = process.env[livingSystemsVariable];
  if (!systems) throw new Error('no test servers: run the tests by `npm test`');
  const response = await fetch(`${systems}/${process.env.JEST_WORKER_ID}`, { method: 'POST' });
  if (!response.ok) throw new Error(await response.text());
  const { databaseUrl, brokerUrl, environment, services } = (await response.json()) as LivingDescription;
  const own: { service: SystemService; process: ServiceProcess }[] = [];
  const living = (name: string) => livingProcess(services.find((one) => one.name === name)!);
  const shared = new Map(serviceProcesses.map((service) => [service, living(service)]));
  return {
    database: openTestDatabase(databaseUrl),
    brokerUrl,
    environment,
    simulator: living('source-simulator'),
    replicas: (service) => [shared.get(service)!, ...own.filter((one) => one.service === service).map((one) => one.process)],
    async start(service, more = {}) {
      const started = await startServiceProcess(service, { ...environment, ...more });
      own.push({ service, process: started });
      return started;
    },
    createCorporation: (kind) => createCorporation(brokerUrl, kind),
    async stop() {
      await Promise.all(own.map(({ process }) => process.kill()));
    },
  };
}

function livingProcess({ logFile, ...service }: LivingDescription['services'][number]): ServiceProcess {
  return {
    ...service,
    logFile,
    output: () => readFileSync(logFile, 'utf8'),
    ended: new Promise(() => undefined),
    kill: () => Promise.reject(new Error(`${service.name} belongs to all specs: a spec that kills starts a system of its own`)),
  };
}
