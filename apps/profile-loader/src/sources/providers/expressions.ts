import jsonata from 'jsonata';

/**
 * JSONata checks them itself between two steps: it does not return to the event loop, so a timer of ours could not fire. One
 * built-in function, such as a regular expression, is not interrupted.
 */
const limits = { timeout: 500, stack: 500, sequence: 200_000 };

/** What an expression knows beside the answer. */
export interface Circumstances {
  /** The document and the source that were asked about. */
  asked: { source: string; docType: string; taxId: string; ruc: string | null };
  /** The day in Peru, by the clock of the process. */
  today: string;
  status: number;
}

export interface AnswerExpression {
  /** Undefined when it comes to nothing. */
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
    return jsonata(text, limits);
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
