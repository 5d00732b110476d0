import { PlainError } from '@vigia/contracts';
import { RelayErrorCode } from 'bullmq';
import { BrokerRefusedError, BrokerUnavailableError } from './errors.js';

const reachTimeoutMs = 2000;
/** The classes of PostgreSQL for data that cannot be, and for what is beyond its limits. */
const refused = /^(?:22|54)[0-9A-Z]{3}$/;

export async function within<T>(work: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Both drivers can keep a command waiting for longer than any caller wants to. */
export async function reach<T>(work: Promise<T>, timeoutMs = reachTimeoutMs): Promise<T> {
  try {
    return await within(work, timeoutMs, () => new PlainError(`no answer within ${timeoutMs} ms`));
  } catch (error) {
    throw isRefusal(error) ? new BrokerRefusedError(error) : new BrokerUnavailableError(error);
  }
}

function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === RelayErrorCode.DataTooLarge || (typeof code === 'string' && refused.test(code));
}

export async function settles(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return within(settled, timeoutMs, () => new Error('late')).catch(() => false);
}
