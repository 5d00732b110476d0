import { centsOf, datasetName, dayRule, emailAddress, isDay, VigiaError } from '@vigia/contracts';
import { InvalidArgumentError, type Command } from 'commander';
import { Check } from 'typebox/value';
import type { Surroundings } from '../running-system.js';

/** Who acts, in the records of the services. */
export const actor = 'operator';

/** Options that are valid alone but not together. */
export class UsageError extends Error {}

interface Result {
  json: unknown;
  text: string;
  /** The exit status of the process, if it reports something other than success. */
  exitStatus?: number;
}

/** Everything is printed: the process ends with this status. */
export class ExitStatus extends Error {
  constructor(readonly status: number) {
    super(`exit status ${status}`);
  }
}

/** Adds `--json` to a command and prints its result, as text or as JSON. */
export function action<O extends object>(
  command: Command,
  { print }: Surroundings,
  work: (options: O & { json?: true }, ...operands: string[]) => Promise<Result>,
): void {
  command.option('--json', 'print JSON and nothing else').action(async (...given: unknown[]) => {
    const options = given.at(-2) as O & { json?: true };
    const { json, text, exitStatus } = await work(options, ...(given.slice(0, -2) as string[])).catch((error: unknown) => {
      throw error instanceof VigiaError && error.code === 'not_found' ? new Error(notFoundBy(command)) : error;
    });
    print(options.json ? `${JSON.stringify(json, null, 2)}\n` : text);
    if (exitStatus) throw new ExitStatus(exitStatus);
  });
}

/** Commands whose object is not in the list of their own group. */
const listOf: Record<string, string> = {
  'credential create': 'corporation list',
  'dataset diff': 'dataset versions',
  'dataset rejects': 'dataset versions',
  'quota grant': 'contract list',
  'quota take': 'contract list',
  'quota statement': 'contract list',
};

function notFoundBy(command: Command): string {
  const group = command.parent!.name();
  const list = listOf[`${group} ${command.name()}`] ?? `${group} list`;
  return `nothing has this id, key or name: \`${list}\` shows what there is`;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const longestLine = 200;
const mostMonths = 1_000_000;

export function uuidArgument(text: string): string {
  const id = text.toLowerCase();
  if (!uuid.test(id)) throw new InvalidArgumentError('an id looks like 0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10');
  return id;
}

export function triggerArgument(text: string): string {
  if (!/^trg_[0-9a-f]{32}$/.test(text))
    throw new InvalidArgumentError('the id of a trigger looks like trg_5f0c8a4e2b7d4f6a9c1e3d5b7f9a1c3e');
  return text;
}

/** An id of any kind. */
export function idArgument(text: string): string {
  if (!/^\S{1,100}$/.test(text)) throw new InvalidArgumentError('an id has 1 to 100 characters and no space');
  return text;
}

/** An instant as logs have it, or the time of Lima as tables show it. */
export function momentArgument(text: string): Date {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? [];
  const moment = new Date(day ? `${day}T${time}-05:00` : text);
  if (!/\d:\d/.test(text) || Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError('a moment looks like 2026-12-01T01:09:05Z, or 2026-11-30 20:09:05 for the time of Lima');
  return moment;
}

export function emailArgument(text: string): string {
  if (!Check(emailAddress, text)) throw new InvalidArgumentError('an email looks like ana@demo.example');
  return text.toLowerCase();
}

const lineArgument = (what: string) => (text: string) => {
  const line = text.trim();
  if (line === '' || line.length > longestLine || /\p{Cc}/u.test(line)) {
    throw new InvalidArgumentError(`a ${what} is one line of 1 to ${longestLine} characters`);
  }
  return line;
};
export const nameArgument = lineArgument('name');
export const reasonArgument = lineArgument('reason');
export const listArgument = lineArgument('list name');
export const entityArgument = lineArgument('list entry');

export function fingerprintArgument(text: string): string {
  if (!/^[\w-]{22}$/.test(text)) throw new InvalidArgumentError('the fingerprint of a hit: `hit list` shows it');
  return text;
}

/** Only a name that could be one: the importer knows which there are. */
export function datasetArgument(text: string): string {
  if (!Check(datasetName, text)) throw new InvalidArgumentError('the name of a data set: `dataset list` shows them');
  return text;
}

export function versionArgument(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('the number of a version: `dataset versions <name>` shows them');
  return text;
}

export function rejectReasonArgument(text: string): string {
  if (!/^[a-z_]{1,40}$/.test(text)) throw new InvalidArgumentError('a reason such as no_name: `dataset rejects <name>` shows them');
  return text;
}

export function dayArgument(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError(dayRule);
  return text;
}

export function monthsArgument(text: string): number {
  const months = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(months <= mostMonths)) throw new InvalidArgumentError(`a whole number from 0 to ${mostMonths}`);
  return months;
}

export function positiveMonthsArgument(text: string): number {
  const months = monthsArgument(text);
  if (months === 0) throw new InvalidArgumentError('at least one month');
  return months;
}

/** The months of one monitoring. */
export function monitoringMonthsArgument(text: string): number {
  const months = monthsArgument(text);
  if (months < 1 || months > 12) throw new InvalidArgumentError('a whole number from 1 to 12');
  return months;
}

/** An amount in soles with at most two decimals, in cents. */
export function solesArgument(text: string): number {
  const cents = centsOf(text);
  if (cents === undefined) throw new InvalidArgumentError('an amount in soles looks like 1.50');
  return cents;
}

export function addressArgument(text: string): string {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') throw new InvalidArgumentError('an address looks like http://127.0.0.1:3000');
  return text.replace(/\/+$/, '');
}
