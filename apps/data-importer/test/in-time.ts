import { runInNewContext } from 'node:vm';

/** The result of work that takes a moment, or many minutes if it grows with the square of a text. */
export function inTime<Result>(work: () => Result): Result {
  return runInNewContext('work()', { work }, { timeout: 60_000 }) as Result;
}
