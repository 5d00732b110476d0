import type { Command } from 'commander';
import type { Surroundings } from '../surroundings.js';

/** Options that are right one by one and wrong together. */
export class UsageError extends Error {}

interface Result {
  json: unknown;
  text: string;
}

/** Adds `--json` to a command and prints what its work comes to, for a person or for a script. */
export function action<O extends object>(
  command: Command,
  { print }: Surroundings,
  work: (options: O & { json?: true }, ...operands: string[]) => Promise<Result>,
): void {
  command.option('--json', 'print JSON and nothing else').action(async (...given: unknown[]) => {
    const options = given.at(-2) as O & { json?: true };
    const { json, text } = await work(options, ...(given.slice(0, -2) as string[]));
    print(options.json ? `${JSON.stringify(json, null, 2)}\n` : text);
  });
}
