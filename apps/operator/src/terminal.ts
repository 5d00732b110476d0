import { styleText } from 'node:util';
import { limaDay, limaSecond, VigiaError } from '@vigia/contracts';
import { databaseFault } from '@vigia/database';
import { BrokerStartError, BrokerUnavailableError, refusalOf, ReplyUnknownError } from '@vigia/messaging';
import { ConfigurationError } from '@vigia/service-kit';
import type { Surroundings } from './running-system.js';

/**
 * Names and reasons come from outside: control characters in them could rewrite earlier lines of a terminal, and marks of direction could
 * show the rest of a line in another order.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** A number with its noun. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** Aligned columns with the names of the fields as headers. */
export function table(rows: Record<string, string | number>[]): string {
  const [first] = rows;
  if (!first) return 'none\n';
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => oneLine(String(row[column] ?? ''))))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const aligned = lines.map((line) => line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '));
  return aligned.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Months and charges belong to the day in Lima, as in the client's statement. */
export const inLima = 'at, in Lima';
export const limaTime = (instant: string | Date) => `${limaDay(new Date(instant))} ${limaSecond(new Date(instant))}`;

export type Paint = (colour: 'green' | 'yellow' | 'red' | 'gray' | 'bold', text: string) => string;

/** `styleText` must not decide whether to use colours: it would check the standard output of the process. */
export function paintFor({ isTerminal, environment }: Pick<Surroundings, 'isTerminal' | 'environment'>): Paint {
  return isTerminal && !environment.NO_COLOR
    ? (colour, text) => styleText(colour, text, { validateStream: false })
    : (_colour, text) => text;
}

export interface Progress {
  /** A state. On a terminal the next line replaces it. */
  now(text: string): void;
  /** A line that stays. */
  done(text: string): void;
}

const clearLine = '\r\u001b[2K';

export function progressOn({ print, isTerminal }: Pick<Surroundings, 'print' | 'isTerminal'>): Progress {
  const [before, after] = isTerminal ? [clearLine, ''] : ['', '\n'];
  return {
    now: (text) => print(`${before}${text}${after}`),
    done: (text) => print(`${before}${text}\n`),
  };
}

export const noProgress: Progress = { now: () => {}, done: () => {} };

/** One line that says what is wrong and, if possible, what to do. */
export function explain(error: unknown): string {
  return oneLine(textOf(error));
}

function textOf(error: unknown): string {
  if (error instanceof ReplyUnknownError)
    return 'no answer in time: is the system running? Does it use the same broker (VIGIA_BROKER_URL; without it, DATABASE_URL)? The command may still have been carried out.';
  if (error instanceof BrokerUnavailableError) return refusalOf(error) ? error.message : `${error.message}: is the system running?`;
  if (error instanceof BrokerStartError && error.cause) return `${error.message}: is the system running?`;
  if (error instanceof ConfigurationError) return error.problems.join('; ');
  if (error instanceof VigiaError) return answerOf(error);
  return databaseFault(error) ?? (error instanceof Error ? error.message : String(error));
}

function answerOf({ code, message }: VigiaError): string {
  if (code === 'internal') return `${message}; look for it in the log, or in \`message refused\``;
  return message;
}
