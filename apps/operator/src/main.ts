import { constants } from 'node:os';
import { CommanderError } from 'commander';
import { ExitStatus, UsageError } from './commands/action.js';
import { buildProgram } from './program.js';
import { explain } from './terminal.js';

const failed = 1;
const wrongUsage = 2;

/** The reader of the output has had enough, as `head` has after ten lines. A shell gives a program that this ends the same status. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(128 + constants.signals.SIGPIPE);
});

/** In its image this is process 1, for which the kernel ignores signals without a handler. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(128 + constants.signals[signal]));

try {
  await buildProgram({
    environment: process.env,
    print: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY === true,
  }).parseAsync();
} catch (error) {
  // Commander has already printed what is wrong.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : wrongUsage);
  if (error instanceof ExitStatus) process.exit(error.status);
  process.stderr.write(`${explain(error)}\n`);
  process.exit(error instanceof UsageError ? wrongUsage : failed);
}
