import { LocalServerError } from '@vigia/local-servers';
import { endOnSignal } from '@vigia/service-kit';
import { homeFolder } from './home.js';
import { startStandalone } from './start-standalone.js';
import { welcome } from './welcome.js';

const graceMs = 20_000;

try {
  const starting = startStandalone(homeFolder(process.env), process.env, (line) => process.stdout.write(`${line}\n`));
  let isStopping = false;
  endOnSignal(async () => {
    isStopping = true;
    process.stdout.write('\nStopping…\n');
    await (await starting).close();
  }, graceMs);
  const { demo } = await starting;
  if (!isStopping) process.stdout.write(welcome(demo));
} catch (error) {
  const detail = error instanceof LocalServerError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`\nVigía cannot start: ${detail}\n`);
  process.exit(1);
}
