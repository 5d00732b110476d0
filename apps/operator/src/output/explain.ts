import { VigiaError } from '@vigia/contracts';
import { BrokerStartError, BrokerUnavailableError, ReplyUnknownError } from '@vigia/messaging';
import { ConfigurationError } from '@vigia/service-kit';
import { oneLine } from './one-line.js';

const connectionTroubles = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'];

/** One line that says what is wrong and, where it can be said, what to do. */
export function explain(error: unknown): string {
  return oneLine(textOf(error));
}

function textOf(error: unknown): string {
  if (error instanceof ReplyUnknownError) return 'no answer in time: is the system running? The command may still have been carried out.';
  if (error instanceof BrokerUnavailableError) return 'the broker cannot be reached: is the system running?';
  if (error instanceof BrokerStartError && error.cause) return `${error.message}: is the system running?`;
  if (error instanceof ConfigurationError) return error.problems.join('; ');
  if (error instanceof VigiaError) return answerOf(error);
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  if (connectionTroubles.includes(code)) return `the database cannot be reached (${code}): is it running?`;
  return error.message;
}

function answerOf({ code, message }: VigiaError): string {
  if (code === 'not_found') return 'nothing has this id or key: `corporation list`, `credential list` and `user list` show what there is';
  if (code === 'internal') return `${message}; look for it in the log, or in \`message refused\``;
  return message;
}
