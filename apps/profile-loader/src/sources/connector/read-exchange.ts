import type { FailureReason, SourceAnswer } from '../../domain/source-answer.js';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

const envelope = Compile(
  Type.Object({
    sourceVersion: Type.String({ minLength: 1 }),
    observedAt: Type.String({ format: 'date-time' }),
    data: Type.Union([Type.Object({}), Type.Null()]),
  }),
);

interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export function failed(reason: FailureReason, retryAfterMs?: number): SourceAnswer {
  return { outcome: 'failed', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** What an HTTP answer of a provider means. */
export function readExchange({ status, headers, body }: Answered): SourceAnswer {
  if (status === 404) return { outcome: 'unknown_taxpayer' };
  if (status === 402 || status === 403) return { outcome: 'not_contracted' };
  if (status === 429) return failed('rate_limited', retryAfterMs(headers['retry-after']));
  if (status !== 200) return failed('source_error');
  const parsed = parseJson(body);
  if (!envelope.Check(parsed)) return failed('malformed');
  const { sourceVersion, observedAt, data } = parsed;
  return data === null ? { outcome: 'empty', sourceVersion, observedAt } : { outcome: 'data', data, sourceVersion, observedAt };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function retryAfterMs(header: string | string[] | undefined): number | undefined {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
