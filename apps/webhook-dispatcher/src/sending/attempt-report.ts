import type { Exchange } from '@vigia/outbound-http';
import type { Outcome } from '../domain/outcome.js';

/** Everything about one attempt that its row keeps. */
export interface AttemptReport {
  outcome: Outcome;
  /** Masked. */
  requestHeaders: { name: string; value: string }[];
  status?: number;
  remoteAddress?: string;
  tokenMs?: number;
  /** Two when the receiver refused the first one. */
  tokens: number;
  connectMs?: number;
  firstByteMs?: number;
  totalMs?: number;
  responseBody?: Buffer;
  responseTruncated?: boolean;
}

const shownValues = new Set([
  'content-type',
  'x-service-signature',
  'x-service-trigger-id',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);
const mostKeptBytes = 4 * 1024;

/** Only values that we made ourselves, and that are no credentials, are shown. */
export function maskedHeaders(headers: Record<string, string>): AttemptReport['requestHeaders'] {
  return Object.entries(headers).map(([name, value]) => ({ name, value: shownValues.has(name.toLowerCase()) ? value : '••••' }));
}

export function reportedAnswer({ status, remoteAddress, timings, body, truncated }: Exchange, keepsAnswers: boolean) {
  return {
    status,
    remoteAddress,
    ...timings,
    ...(keepsAnswers && {
      responseBody: body.subarray(0, mostKeptBytes),
      responseTruncated: truncated || body.length > mostKeptBytes,
    }),
  };
}
