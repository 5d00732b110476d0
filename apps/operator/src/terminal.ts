import { styleText } from 'node:util';
import { limaDay, limaSecond, VigiaError } from '@vigia/contracts';
import { isDatabaseAway, lacksRoom, StatementError } from '@vigia/database';
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
export const limaTime = (instant: string) => `${limaDay(new Date(instant))} ${limaSecond(new Date(instant))}`;

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

const connectionTroubles = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'];
/** The server answered, and refuses all connections or writes. */
const refusals = ['53000', '53100', '53200', '53300', '25006'];

/** One line that says what is wrong and, if possible, what to do. */
export function explain(error: unknown): string {
  return oneLine(textOf(error));
}

function textOf(error: unknown): string {
  if (error instanceof ReplyUnknownError) return 'no answer in time: is the system running? The command may still have been carried out.';
  if (error instanceof BrokerUnavailableError) return refusalOf(error) ? error.message : `${error.message}: is the system running?`;
  if (error instanceof BrokerStartError && error.cause) return `${error.message}: is the system running?`;
  if (error instanceof ConfigurationError) return error.problems.join('; ');
  if (error instanceof VigiaError) return answerOf(error);
  if (error instanceof StatementError && (isDatabaseAway(error) || lacksRoom(error))) return outageOf(error.sqlState ?? error.code);
  if (error instanceof StatementError && error.statement === 'connect')
    return `the database refuses the connection (${error.sqlState ?? error.code}): are its name, the login and the password right?`;
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  return [...connectionTroubles, ...refusals].includes(code) ? outageOf(code) : error.message;
}

function outageOf(reason = ''): string {
  if (reason.startsWith('53')) return `the database lacks resources (${reason}): see its disk, its memory and its connections`;
  if (reason === '25006') return `the database accepts no writes (${reason}): is it a standby, or is its disk full?`;
  return `the database cannot be reached (${reason}): is it running?`;
}

function answerOf({ code, message }: VigiaError): string {
  if (code === 'internal') return `${message}; look for it in the log, or in \`message refused\``;
  return message;
}
