import type { FailureClass } from '@vigia/contracts';

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const longestHintMs = units.h;
const longestDelayMs = 24 * units.h;
const jitter = 0.2;

/** `5s,30s,2m`: the delays after the first failed attempt, the second, and so on. A delivery has one retry per delay. */
export function parseDelays(text: string): number[] {
  if (text === 'none') return [];
  return text.split(',').map((part) => {
    const [, amount, unit] = /^([0-9]{1,9})(ms|s|m|h)$/.exec(part.trim()) ?? [];
    const delayMs = Number(amount) * units[unit as keyof typeof units];
    if (!(delayMs <= longestDelayMs)) throw new Error('must be durations of at most 24h, such as 5s,30s,2m, or none');
    return delayMs;
  });
}

/**
 * The delay after this many failed attempts, or undefined if no retry is left. It is never shorter than the schedule, jitter included: the
 * receiver's hint, which counts up to an hour, is another lower limit and no addition. `random` is in [0, 1).
 */
export function retryDelayMs(delaysMs: readonly number[], failures: number, random: number, hintMs = 0): number | undefined {
  const delayMs = delaysMs[failures - 1];
  if (delayMs === undefined) return undefined;
  return Math.max(Math.ceil(delayMs * (1 + jitter * random)), Math.min(hintMs, longestHintMs));
}

export type Outcome =
  | { result: 'succeeded' }
  | {
      result: 'failed';
      failure: FailureClass;
      detail: string;
      /** The receiver says that it will never accept this delivery. */
      isFinal?: boolean;
      hintMs?: number;
    };

const gone = 410;
const asksToWait = new Set([429, 503]);

/**
 * Only 2xx is success. A redirect is not followed: it would send data to an address that nobody configured. `hintMs` is how long the
 * receiver asks to wait.
 */
export function outcomeOfAnswer(status: number, hintMs?: number): Outcome {
  if (status >= 200 && status < 300) return { result: 'succeeded' };
  return {
    result: 'failed',
    failure: 'http',
    detail: `the receiver answered ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`,
    ...(status === gone && { isFinal: true }),
    ...(asksToWait.has(status) && hintMs !== undefined && { hintMs }),
  };
}

/** There was no answer. The message may quote the other side, and PostgreSQL would refuse its control characters. */
export function outcomeOfFault(failure: FailureClass, message: string): Outcome {
  return { result: 'failed', failure, detail: message.replace(/\p{Cc}/gu, ' ') };
}

interface Counted {
  configurationId: string;
  isTest: boolean;
  /** A resend, or a retry that follows from one because the delivery had ended. */
  isManual: boolean;
  result: Outcome['result'];
}

export interface ConfigurationFailures {
  configurationId: string;
  /** One of the attempts succeeded, so failures before it no longer count. */
  startsAnew: boolean;
  /** Failures in a row up to the last attempt. */
  failures: number;
}

/**
 * How attempts that ended in this order change the health of their configurations. Tests do not count, nor do failed resends: a user who
 * tests a receiver must not make it look worse. A successful resend shows that the receiver accepts deliveries again.
 */
export function countedFailures(ended: readonly Counted[]): ConfigurationFailures[] {
  const counted = new Map<string, ConfigurationFailures>();
  for (const { configurationId, isTest, isManual, result } of ended) {
    if (isTest || (isManual && result === 'failed')) continue;
    const before = counted.get(configurationId) ?? { configurationId, startsAnew: false, failures: 0 };
    const after = result === 'succeeded' ? { startsAnew: true, failures: 0 } : { failures: before.failures + 1 };
    counted.set(configurationId, { ...before, ...after });
  }
  return [...counted.values()].toSorted((a, b) => (a.configurationId < b.configurationId ? -1 : 1));
}
