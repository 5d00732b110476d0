import jsonata from 'jsonata';

/**
 * Looked at by JSONata itself, between two steps: its steps follow each other without returning to the event loop, so no timer
 * of ours could fire. What happens inside one built-in function, such as a regular expression, is not interrupted.
 */
const limits = { timeout: 500, stack: 500, sequence: 200_000 };

export interface AnswerExpression {
  evaluate(body: unknown): Promise<unknown>;
}

/** Throws an error whose message says what is wrong with the text and where. */
export function compileExpression(text: string): AnswerExpression {
  try {
    return jsonata(text, limits);
  } catch (error) {
    const { code, position, message } = error as jsonata.JsonataError;
    throw new Error(`is no JSONata expression: ${message} (${code} at character ${position})`, { cause: error });
  }
}
