import { flushTraces } from '@vigia/observability';
import { ConfigurationError, describeSettings, readSettings, type SettingSpecs, type SettingsOf } from '../configuration/read-settings.js';
import { startService, type BaseSettings, type ServiceDefinition } from './service.js';

/** A service as a process of its own: `--check` prints the configuration and ends; SIGTERM and SIGINT end it cleanly. */
export async function runService<Specs extends SettingSpecs>(
  specs: Specs,
  definition: ServiceDefinition<SettingsOf<Specs> & BaseSettings>,
): Promise<void> {
  const settings = settingsOrExit(specs) as SettingsOf<Specs> & BaseSettings;
  if (process.argv.includes('--check')) {
    process.stdout.write(`${describeSettings(specs, settings)}\n`);
    return;
  }
  try {
    await startUntilSignal(() => startService(definition, settings), settings.shutdownGraceMs);
  } catch (error) {
    process.stderr.write(`${definition.name} cannot start: ${(error as Error).message}\n`);
    process.exit(1);
  }
}

function settingsOrExit<Specs extends SettingSpecs>(specs: Specs): SettingsOf<Specs> {
  try {
    return readSettings(specs, process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const marginMs = 5_000;

/**
 * Starts what SIGTERM and SIGINT end, whenever they come, also while it starts. It is closed once; a second signal, or a close that
 * outlives its grace, ends the process at once.
 */
export function startUntilSignal<Running extends { close(): Promise<void> }>(
  start: () => Promise<Running>,
  graceMs: number,
  onSignal = (): void => undefined,
): Promise<Running> {
  const starting = start();
  let closing = false;
  const end = (): void => {
    if (closing) process.exit(1);
    closing = true;
    setTimeout(() => process.exit(1), graceMs + marginMs).unref();
    onSignal();
    starting
      .then((running) => running.close())
      .then(
        () => flushTraces().then(() => process.exit(0)),
        (error: unknown) => {
          process.stderr.write(`not closed cleanly: ${String(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return starting;
}
