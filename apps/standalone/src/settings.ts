import { baseSettings, flag } from '@vigia/service-kit';
import { simulatorSettings } from '@vigia/source-simulator';

/** What is set for the whole product. Everything else is read by the service that it is for. */
export const standaloneSettings = {
  port: baseSettings.port,
  hasSimulator: flag('VIGIA_SIMULATOR', 'the simulator answers for every source', { default: true }),
  simulatorPort: { ...simulatorSettings.port, fallback: '0' },
  simulatorTimeScale: simulatorSettings.timeScale,
};
