import jsonata from 'jsonata';
import { printedKind, printedText } from '../../domain/register-values.js';

/**
 * JSONata checks these itself between two steps: it does not return to the event loop, so our own timer could not fire. A single built-in
 * function, such as a regular expression, is not interrupted.
 */
const limits = { timeout: 500, stack: 500, sequence: 200_000 };

/** The values that an expression can use in addition to the answer. */
export interface Circumstances {
  /** The document and the source of the question. */
  asked: { source: string; docType: string; taxId: string; ruc: string | null };
  /** The day in Peru, by the clock of the process. */
  today: string;
  status: number;
}

/** For values that registers print in many ways. A missing value becomes null and is never left out. */
const functions: [name: string, (given: unknown) => unknown][] = [
  ['text', printedText],
  ['kind', printedKind],
  ['day', day],
  ['list', (given) => [given ?? []].flat().filter((item) => typeof item !== 'string' || printedText(item) !== null)],
  ['figure', figure],
];

/** Null for what is no day: that it is unknown since when somebody has an office is no reason to lose the office. */
function day(given: unknown): string | null {
  const text = printedText(given) ?? '';
  const [, year, month, dayOfMonth] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? [];
  if (year) return `${dayOfMonth}/${month}/${year}`;
  return /^[0-9]{2}\/[0-9]{2}\/[0-9]{4}$/.test(text) ? text : null;
}

/** Other text stays, so that the answer is malformed: null would say that the source does not report the figure. */
function figure(given: unknown): unknown {
  const text = printedText(given);
  if (text === null || text === 'NE') return null;
  const digits = /^[0-9]{1,3}(?:,[0-9]{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  return /^[0-9]{1,9}$/.test(digits) ? Number(digits) : given;
}

export interface AnswerExpression {
  /** Undefined if there is no result. */
  evaluate(body: unknown, circumstances: Circumstances): Promise<unknown>;
}

/** Throws an error whose message says what is wrong with the text and where. */
export function compileExpression(text: string): AnswerExpression {
  const compiled = compiledFrom(text);
  return {
    async evaluate(body, circumstances) {
      const value = JSON.stringify(await compiled.evaluate(body, { ...circumstances }));
      // An expression may also return functions and arrays with properties; only JSON is kept.
      return value === undefined ? undefined : JSON.parse(value);
    },
  };
}

function compiledFrom(text: string) {
  try {
    const compiled = jsonata(text, limits);
    for (const [name, read] of functions) compiled.registerFunction(name, read);
    return compiled;
  } catch (error) {
    const { code, position, message } = error as jsonata.JsonataError;
    throw new Error(`is no JSONata expression: ${message} (${code} at character ${position})`, { cause: error });
  }
}

export function expressionProblem(text: string): string | undefined {
  try {
    compileExpression(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
