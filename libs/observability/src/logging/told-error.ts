import { PlainError } from '@vigia/contracts';

/** The part of an error that the log shows. Most messages are left out, because they quote input. */
interface ToldError {
  type: string;
  /** Only of our own errors, whose messages hold no input. */
  message?: string;
  /** Only the frames, without the message at the start of the stack. */
  stack?: string;
  cause?: ToldError;
  [name: string]: unknown;
}

/** Codes and names that an error may carry, such as those of a statement and its table. */
const names = ['code', 'statement', 'sqlState', 'schema', 'table', 'column', 'constraint', 'syscall'];
const longestName = 80;
/** Also frames without a place in a file, such as those of `Promise.all`. */
const frame = /^ {4}at .+(:\d+:\d+\)?|\(<anonymous>\)|\(index \d+\))$/;
const deepestCause = 3;

export function toldError(error: unknown, depth = 0): ToldError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { cause, errors } = error as { cause?: unknown; errors?: unknown[] };
  const underneath = cause ?? errors?.[0];
  const stack = framesOf(error.stack);
  return {
    type: error.constructor.name,
    ...(error instanceof PlainError && { message: error.message }),
    ...namesOf(error),
    ...(stack && { stack }),
    ...(underneath instanceof Error && depth < deepestCause && { cause: toldError(underneath, depth + 1) }),
  };
}

function namesOf(error: object): Record<string, string> {
  const told = names.map((name) => [name, (error as Record<string, unknown>)[name]] as const);
  return Object.fromEntries(told.filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].length <= longestName));
}

/** The lines at the end of a stack that are frames; the lines before them are the message. */
export function framesOf(stack = ''): string {
  const lines = stack.split('\n');
  return lines.slice(lines.findLastIndex((line) => !frame.test(line)) + 1).join('\n');
}
