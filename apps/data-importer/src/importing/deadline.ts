import { PlainError } from '@vigia/contracts';
import type { Session } from '@vigia/database';

const minuteMs = 60_000;

/** An import took too long: a publisher that sends next to nothing, or a statement that waits, would delay every other data set. */
export class OverdueError extends PlainError {}

/**
 * Ends work that is not finished in time, whether it waits for a publisher, which sees the signal, or for a statement, which ends with the
 * connection of the session.
 */
export async function inTimeOrEnded<T>(session: Session, deadlineMs: number, work: (overdue: AbortSignal) => Promise<T>): Promise<T> {
  const overdue = new AbortController();
  const timer = setTimeout(() => {
    overdue.abort(new OverdueError(`it was not finished within ${Math.round(deadlineMs / minuteMs)} minutes (VIGIA_DATA_DEADLINE_MS)`));
    session.abort();
  }, deadlineMs);
  try {
    return await work(overdue.signal);
  } catch (error) {
    throw overdue.signal.aborted ? overdue.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
