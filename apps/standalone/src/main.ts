import { LocalServerError } from '@vigia/local-servers';
import { startUntilSignal } from '@vigia/service-kit';
import { giveBackMemory } from './give-back-memory.js';
import { homeFolder } from './home.js';
import { startStandalone } from './start-standalone.js';
import { welcome } from './welcome.js';

/** A first start is finished before it is undone, and makes a database. */
const graceMs = 60_000;

try {
  let isStopping = false;
  const home = homeFolder(process.env);
  const start = () => startStandalone(home, process.env, (line) => process.stdout.write(`${line}\n`));
  const { demo } = await startUntilSignal(start, graceMs, () => {
    isStopping = true;
    process.stdout.write('\nStopping…\n');
  });
  if (!isStopping) {
    process.stdout.write(welcome(demo, home.folder));
    giveBackMemory();
  }
} catch (error) {
  const detail = error instanceof LocalServerError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`\nVigía cannot start: ${detail}\n`);
  process.exit(1);
}
