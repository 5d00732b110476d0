import { createLogger } from '@vigia/observability';
import { buildOf, settingsToRunWith, startUntilSignal } from '@vigia/service-kit';
import { startSimulator } from './app.module.js';
import { simulatorSettings } from './settings.js';

const shutdownGraceMs = 5_000;

async function run(): Promise<void> {
  const settings = settingsToRunWith(simulatorSettings);
  if (!settings) return;
  const simulator = await startUntilSignal(() => startSimulator(settings), shutdownGraceMs);
  const { commit, date } = buildOf(settings);
  createLogger('source-simulator').info({ commit, commitDate: date, url: simulator.url }, 'ready; every answer is simulated');
}

run().catch((error: Error) => {
  process.stderr.write(`source-simulator cannot start: ${error.message}\n`);
  process.exit(1);
});
