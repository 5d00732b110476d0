import { baseSettings, flag, optional, type Environment } from '@vigia/service-kit';
import { simulatorSettings } from '@vigia/source-simulator';

/** What is set for the whole product. Everything else is read by the service that it is for. */
export const standaloneSettings = {
  host: { ...baseSettings.host, fallback: '127.0.0.1' },
  port: baseSettings.port,
  hasSimulator: flag('VIGIA_SIMULATOR', 'the simulator answers for every source', { default: true }),
};

export const namedServers = { databaseUrl: optional(baseSettings.databaseUrl), brokerUrl: optional(baseSettings.brokerUrl) };

/** On any free port, because nobody but the product has to find it. */
export const standaloneSimulatorSettings = { ...simulatorSettings, port: { ...simulatorSettings.port, fallback: '0' } };

/**
 * What standalone has chosen, except where the environment sets it, directly or in a file. An empty variable counts as not set, as in every service.
 * Only the dashboard can be left out in this way.
 */
export function chosenUnlessSet(chosen: Environment, environment: Environment): Environment {
  const left = Object.entries(chosen).filter(([name]) => !environment[`${name}_FILE`]);
  const set = Object.entries(environment).filter(([name, value]) => value !== '' || name === 'VIGIA_DASHBOARD_DIR');
  return Object.fromEntries([...left, ...set]);
}
