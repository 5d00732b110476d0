import { billing, billingSettings } from '@vigia/billing';
import { dataImporter, dataImporterSettings } from '@vigia/data-importer';
import { migrate } from '@vigia/database';
import { gateway, gatewaySettings } from '@vigia/gateway';
import { migrateBroker } from '@vigia/messaging';
import { profileLoader, profileLoaderSettings } from '@vigia/profile-loader';
import {
  readSettings,
  startService,
  type BaseSettings,
  type ServiceDefinition,
  type SettingSpecs,
  type SettingsOf,
} from '@vigia/service-kit';
import { startSimulator } from '@vigia/source-simulator';
import { webhookDispatcher, webhookDispatcherSettings } from '@vigia/webhook-dispatcher';
import { fileURLToPath } from 'node:url';
import { ensureDemo, type Demo } from './demo.js';
import { keptSecrets, type Home } from './home.js';
import { assertPortIsFree, openServers } from './servers.js';
import { chosenUnlessSet, namedServers, standaloneSettings, standaloneSimulatorSettings } from './settings.js';

export interface Standalone {
  demo: Demo;
  databaseEnded: Promise<string>;
  close(): Promise<void>;
}

const dashboardDir = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));

/** Starts the whole product in this process. What was opened last is closed first, also when a later step fails. */
export async function startStandalone(home: Home, environment: NodeJS.ProcessEnv, progress: (line: string) => void): Promise<Standalone> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  const { host, port, hasSimulator } = readSettings(standaloneSettings, environment);
  const simulatorOptions = readSettings(standaloneSimulatorSettings, environment);
  const named = readSettings(namedServers, environment);
  try {
    await assertPortIsFree({ host, port, setting: 'VIGIA_PORT' });
    if (hasSimulator) await assertPortIsFree({ ...simulatorOptions, setting: 'VIGIA_SIMULATOR_PORT' });
    progress('Starting the database…');
    const servers = await openServers(home, named);
    closers.push(() => servers.stop());
    progress('Bringing the schema up to date…');
    const told = {
      onWait: () => progress('Another migration is running: waiting until it ends…'),
      onLocked: (failure: string) => progress(`${failure}: trying again…`),
    };
    await migrate(servers.databaseUrl, { cleanup: true, ...told });
    await migrateBroker(servers.brokerUrl);
    const simulator = hasSimulator ? await startSimulator(simulatorOptions) : undefined;
    if (simulator) closers.push(() => simulator.close());
    const { jwtKeys, secretPeppers, webhookKeys } = keptSecrets(home);
    const chosen = {
      VIGIA_HOST: host,
      VIGIA_LOG_FILE: home.logFile,
      VIGIA_DASHBOARD_DIR: dashboardDir,
      VIGIA_DATA_DIR: home.dataDir,
      ...(simulator && { VIGIA_SOURCES_URL: simulator.url }),
      VIGIA_JWT_KEYS: jwtKeys,
      VIGIA_SECRET_PEPPERS: secretPeppers,
      VIGIA_WEBHOOK_KEYS: webhookKeys,
    };
    const configuration = {
      ...chosenUnlessSet(chosen, environment),
      VIGIA_PORT: String(port),
      DATABASE_URL: servers.databaseUrl,
      VIGIA_BROKER_URL: servers.brokerUrl,
    };
    progress('Starting the services…');
    const start = async <Specs extends SettingSpecs>(
      specs: Specs,
      definition: ServiceDefinition<SettingsOf<Specs> & BaseSettings>,
      listen: boolean,
    ) => {
      const service = await startService(definition, readSettings(specs, configuration) as SettingsOf<Specs> & BaseSettings, { listen });
      closers.push(() => service.close());
      return service;
    };
    await allStarted([
      start(billingSettings, billing, false),
      start(webhookDispatcherSettings, webhookDispatcher, false),
      start(profileLoaderSettings, profileLoader, false),
      start(dataImporterSettings, dataImporter, false),
    ]);
    const { url = '' } = await start(gatewaySettings, gateway, true);
    home.write('connection.json', { databaseUrl: servers.databaseUrl, brokerUrl: servers.brokerUrl });
    const demo = await ensureDemo(home, { baseUrl: url, simulatorUrl: simulator?.url ?? null, brokerUrl: servers.brokerUrl });
    return { demo, databaseEnded: servers.ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits for all, also when one has failed: a service that starts after the clean-up would stay open. */
async function allStarted(starting: Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(starting);
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
