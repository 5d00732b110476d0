import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PlainError } from '@vigia/contracts';
import { databaseFault } from '@vigia/database';
import { LocalServerError } from '@vigia/local-servers';
import { ConfigurationError, startUntilSignal } from '@vigia/service-kit';
import { homeFolder } from './home.js';
import { startStandalone, type Standalone } from './start-standalone.js';
import { welcome } from './welcome.js';

/**
 * Gives back what only the start needed, 70 MB on Node 26. V8 collects when memory is asked for, and a process that nobody asks for anything asks
 * for so little that it would keep all of it for hours.
 */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** A first start is finished before it is undone, and makes a database. A second Ctrl-C, at least a second later, ends at once. */
const graceMs = 180_000;

/** Without its database the product only has to answer the calls that wait, and nothing that is stored is lost when it ends. */
const graceWithoutDatabaseMs = 10_000;

async function endWithoutDatabase(lastWords: string, product: Standalone): Promise<void> {
  process.stderr.write(`\nPostgreSQL has ended: ${lastWords}\nStopping…\n`);
  process.exitCode = 1;
  setTimeout(() => process.exit(), graceWithoutDatabaseMs);
  await product.close().finally(() => process.exit());
}

/** They say by themselves what has to be corrected; of anything else the place is needed. */
const plainErrors = [LocalServerError, ConfigurationError, PlainError];

try {
  let isStopping = false;
  const home = homeFolder(process.env);
  const start = () => startStandalone(home, process.env, (line) => process.stdout.write(`${line}\n`));
  const product = await startUntilSignal(start, graceMs, () => {
    isStopping = true;
    process.stdout.write('\nStopping…\n');
  });
  void product.databaseEnded.then((lastWords) => {
    if (!isStopping) void endWithoutDatabase(lastWords, product);
  });
  if (!isStopping) {
    process.stdout.write(welcome(product.demo, home.folder));
    giveBackMemory();
  }
} catch (error) {
  const { message, stack } = error as Error;
  const detail = databaseFault(error) ?? (plainErrors.some((kind) => error instanceof kind) ? message : stack);
  process.stderr.write(`\nVigía cannot start: ${detail}\n`);
  process.exit(1);
}
