import { retryAfterMs } from './retry-schedule.js';

export const failureClasses = ['dns', 'connect', 'tls', 'timeout', 'http', 'oauth', 'address_blocked'] as const;
export type FailureClass = (typeof failureClasses)[number];

export type Outcome =
  | { result: 'succeeded' }
  | {
      result: 'failed';
      failure: FailureClass;
      detail: string;
      /** The receiver says that it never wants this delivery. */
      isFinal?: boolean;
      hintMs?: number;
    };

export interface ReceivedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

const gone = 410;
const asksToWait = new Set([429, 503]);

/** Exactly 2xx is success. A redirect is an answer like any other: whoever follows it sends data to an address nobody configured. */
export function outcomeOfAnswer({ status, headers }: ReceivedAnswer, now: Date): Outcome {
  if (status >= 200 && status < 300) return { result: 'succeeded' };
  return {
    result: 'failed',
    failure: 'http',
    detail: `the receiver answered ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`,
    ...(status === gone && { isFinal: true }),
    ...(asksToWait.has(status) && { hintMs: retryAfterMs(headers['retry-after'], now) }),
  };
}

const classOfKind: Record<string, FailureClass> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  address_blocked: 'address_blocked',
  oauth: 'oauth',
};

/**
 * There was no answer. `kind` is what the HTTP client calls it; what it cannot tell apart is a broken exchange. The message may
 * quote the other side, whose control characters no database would take.
 */
export function outcomeOfFault({ kind, message }: { kind: string; message: string }): Outcome {
  return { result: 'failed', failure: classOfKind[kind] ?? 'http', detail: message.replace(/\p{Cc}/gu, ' ') };
}
