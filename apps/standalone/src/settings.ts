import { baseSettings, flag } from '@vigia/service-kit';
import { simulatorSettings } from '@vigia/source-simulator';

/** What is set for the whole product. Everything else is read by the service that it is for. */
export const standaloneSettings = {
  host: { ...baseSettings.host, fallback: '127.0.0.1' },
  port: baseSettings.port,
  hasSimulator: flag('VIGIA_SIMULATOR', 'the simulator answers for every source', { default: true }),
};

/** On any free port, because nobody but the product has to find it. */
export const standaloneSimulatorSettings = { ...simulatorSettings, port: { ...simulatorSettings.port, fallback: '0' } };
