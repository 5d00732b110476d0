import { PlainError } from '@vigia/contracts';
import { RelayErrorCode } from 'bullmq';
import { DatabaseError } from 'pg';
import { shownAddress } from '../domain/broker-url.js';

/** At start the broker cannot be used or reached. The text says what to change. */
export class BrokerStartError extends PlainError {
  override readonly name = 'BrokerStartError';
}

/** Nothing was sent, or it is unknown whether it was. Sending again under the same id is safe. */
export class BrokerUnavailableError extends PlainError {
  override readonly name = 'BrokerUnavailableError';

  constructor(cause?: unknown) {
    super(`the broker ${refusalOf(cause) ?? 'cannot be reached'}`, { cause });
  }
}

/** The broker is reachable and refuses this message. It would refuse it again. */
export class BrokerRefusedError extends PlainError {
  override readonly name = 'BrokerRefusedError';

  constructor(cause: unknown) {
    super('the broker does not take this message', { cause });
  }
}

/** No reply came in time. The work may be done, be running, or never happen. */
export class ReplyUnknownError extends PlainError {
  override readonly name = 'ReplyUnknownError';

  constructor(message: string) {
    super(`no reply to ${message} came in time`);
  }
}

/** It is unknown whether the message was sent or carried out. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ReplyUnknownError || error instanceof BrokerUnavailableError;
}

/** The first word of a Redis refusal. With a cluster or sentinels, the error about the last server that was asked contains it. */
const refusals = {
  WRONGPASS: 'refuses the password',
  NOAUTH: 'asks for a password',
  NOPERM: 'denies the user a permission that Vigía needs',
  OOM: 'has no memory left',
  MISCONF: 'cannot write to its disk',
};
const refusalWords = new RegExp(`\\b(${Object.keys(refusals).join('|')})\\b`);
/** PostgreSQL does not accept the login. */
const loginRefused = /^28[0-9A-Z]{3}$/;
/** PostgreSQL is a standby or read-only, or lacks something. */
const answers: Record<string, string> = {
  '25006': 'accepts no writes',
  '53100': 'has no disk space left',
  '53200': 'has no memory left',
  '53300': 'has no connections left',
};

interface Fault {
  code?: unknown;
  cause?: unknown;
  lastNodeError?: unknown;
}

/** Describes as a part of a sentence what the broker refuses. Undefined if it refuses nothing, or for another reason. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, cause, lastNodeError } = error as Fault;
  if (typeof code === 'string' && loginRefused.test(code)) return `refuses the login (${code})`;
  if (typeof code === 'string' && answers[code]) return `${answers[code]} (${code})`;
  const word = refusalWords.exec(error.message)?.[1] as keyof typeof refusals | undefined;
  return word ? `${refusals[word]} (${word})` : refusalOf(cause ?? lastNodeError);
}

/** What PostgreSQL answers in place of a connection or to the first statements. Without the statement and its values. */
function answerOf(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return `refuses: ${error.message} (${error.code})`;
  return error instanceof Error ? answerOf(error.cause) : undefined;
}

/**
 * Why a broker cannot be used, derived from the failure or from what its connections reported meanwhile. Has a cause if the broker cannot
 * be reached.
 */
export function startFault(url: string, error: unknown, reported?: Error): BrokerStartError {
  const broker = `the broker at ${shownAddress(url)}`;
  const refusal = refusalOf(error) ?? refusalOf(reported) ?? answerOf(error);
  return refusal ? new BrokerStartError(`${broker} ${refusal}`) : new BrokerStartError(`${broker} cannot be reached`, { cause: error });
}

const reachTimeoutMs = 2000;
/**
 * How long a service waits at its start for a broker that does not answer. Nobody waits for the service yet, and a machine that starts
 * everything at once may need half a minute. A broker that refuses the connection has answered.
 */
export const startTimeoutMs = 30_000;
/** The SQLSTATE classes of PostgreSQL for invalid data and for exceeded limits. */
const dataRefused = /^(?:22|54)[0-9A-Z]{3}$/;

/** An answer that has arrived counts as in time, even if this process had no time to read it: the event loop reads before an immediate. */
export async function within<T>(work: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(late())), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Limits the wait, because both drivers can delay a command for longer than a caller may wait. */
export async function reach<T>(work: Promise<T>, timeoutMs = reachTimeoutMs): Promise<T> {
  try {
    return await within(work, timeoutMs, () => new PlainError(`no answer within ${timeoutMs} ms`));
  } catch (error) {
    throw isRefusal(error) ? new BrokerRefusedError(error) : new BrokerUnavailableError(error);
  }
}

/** The broker would refuse this message again. */
export function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    error instanceof BrokerRefusedError || code === RelayErrorCode.DataTooLarge || (typeof code === 'string' && dataRefused.test(code))
  );
}

export async function settles(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return within(settled, timeoutMs, () => new Error('late')).catch(() => false);
}
