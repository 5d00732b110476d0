import { CommanderError } from 'commander';
import { buildProgram } from './program.js';
import { explain } from './output/explain.js';

const wrongUsage = 2;

try {
  await buildProgram(process.env, (text) => process.stdout.write(text)).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : wrongUsage);
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
