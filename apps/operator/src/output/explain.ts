import { VigiaError } from '@vigia/contracts';
import { BrokerUnavailableError, ReplyUnknownError } from '@vigia/messaging';

/** One line that says what is wrong and, where it can be said, what to do. */
export function explain(error: unknown): string {
  if (error instanceof ReplyUnknownError) return 'no answer in time: is the system running? The command may still have been carried out.';
  if (error instanceof BrokerUnavailableError) return 'the broker cannot be reached: is the system running?';
  if (error instanceof VigiaError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
