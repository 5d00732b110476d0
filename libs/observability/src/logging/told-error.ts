import { PlainError } from '@vigia/contracts';

/** What is told of an error in the log, and nothing else: the texts of most errors quote what came in. */
export interface ToldError {
  type: string;
  /** Of errors of ours that were made to be read. */
  message?: string;
  /** Where it happened, without the message that a stack begins with. */
  stack?: string;
  cause?: ToldError;
  [name: string]: unknown;
}

/** Names that an error may carry: of a statement and what it was on, and codes. */
const names = ['code', 'statement', 'sqlState', 'schema', 'table', 'column', 'constraint', 'syscall'];
const longestName = 80;
/** Also one that has no place of its own, as of `Promise.all`. */
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

/** The lines at the end of a stack that say where; whatever stands before them is the message. */
export function framesOf(stack = ''): string {
  const lines = stack.split('\n');
  return lines.slice(lines.findLastIndex((line) => !frame.test(line)) + 1).join('\n');
}
