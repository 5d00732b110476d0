import { flushTraces, toldError } from '@vigia/observability';
import {
  ConfigurationError,
  describeSettings,
  listSettings,
  readSettings,
  type SettingSpecs,
  type SettingsOf,
} from '../configuration/read-settings.js';
import { toldBuild } from '../operations/build.js';
import { drainMsOf, startService, type BaseSettings, type ServiceDefinition } from './service.js';

/** Runs a service as a separate process; SIGTERM and SIGINT end it cleanly. */
export async function runService<Specs extends SettingSpecs>(
  specs: Specs,
  definition: ServiceDefinition<SettingsOf<Specs> & BaseSettings>,
): Promise<void> {
  const settings = settingsOrExit(specs) as (SettingsOf<Specs> & BaseSettings) | undefined;
  if (!settings) return;
  try {
    const graceMs = drainMsOf(definition, settings) + settings.shutdownGraceMs;
    await startUntilSignal(() => startService(definition, settings), graceMs);
  } catch (error) {
    process.stderr.write(`${definition.name} cannot start: ${(error as Error).message}\n`);
    process.exit(1);
  }
}

/** Undefined for a process that only prints: its build with `--version`, all settings with `--settings`, what it reads with `--check`. */
export function settingsToRunWith<Specs extends SettingSpecs>(specs: Specs): SettingsOf<Specs> | undefined {
  if (process.argv.includes('--version')) return printed(toldBuild(process.env));
  if (process.argv.includes('--settings')) return printed(listSettings(specs));
  const settings = readSettings(specs, process.env);
  return process.argv.includes('--check') ? printed(describeSettings(specs, settings, process.env)) : settings;
}

function printed(text: string): undefined {
  process.stdout.write(`${text}\n`);
}

function settingsOrExit<Specs extends SettingSpecs>(specs: Specs): SettingsOf<Specs> | undefined {
  try {
    return settingsToRunWith(specs);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const marginMs = 5_000;
/** At one Ctrl-C under npm, the terminal signals the product, and npm signals it again a moment later. */
const sameSignalMs = 1_000;

/**
 * SIGTERM and SIGINT close what it starts, even if they come during the start. A signal more than a second after the first, a close that
 * exceeds its grace period, or an uncaught error ends the process at once.
 */
export function startUntilSignal<Running extends { close(): Promise<void> }>(
  start: () => Promise<Running>,
  graceMs: number,
  onSignal = (): void => undefined,
): Promise<Running> {
  const starting = start();
  let closingSince: number | undefined;
  const end = (): void => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince > sameSignalMs) process.exit(1);
      return;
    }
    closingSince = performance.now();
    setTimeout(() => process.exit(1), graceMs + marginMs).unref();
    onSignal();
    starting
      .then((running) => running.close())
      .then(
        () => flushTraces().then(() => process.exit(0)),
        (error: unknown) => {
          complain('not closed cleanly', error);
          process.exit(1);
        },
      );
  };
  process.on('uncaughtException', (error) => {
    complain('uncaught error: the process ends', error);
    process.exit(1);
  });
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return starting;
}

/** Writes to standard error, because the log may not exist yet or any more. Node itself would print everything that the error carries. */
function complain(msg: string, error: unknown): void {
  process.stderr.write(`${JSON.stringify({ level: 'fatal', time: new Date().toISOString(), err: toldError(error), msg })}\n`);
}
