import { isDay, unkeepablePlace } from '@vigia/contracts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { FailureReason, SourceAnswer, SourceFailure } from '../../domain/source-answer.js';
import { answerFields, type AnswerExpressions, type HttpProvider } from '../providers/provider.js';

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

export function failed(reason: FailureReason, more: Pick<SourceFailure, 'retryAfterMs' | 'detail'> = {}): SourceFailure {
  return { outcome: 'failed', reason, ...more };
}

/** What an HTTP answer of a provider means. The meanings that were given to a status go before those that it has by itself. */
export async function readExchange(
  { status, headers, body }: Answered,
  { statuses, answer }: Pick<HttpProvider, 'statuses' | 'answer'>,
): Promise<SourceAnswer> {
  if (statuses.empty.includes(status)) return emptyAt(status);
  if (statuses.not_contracted.includes(status)) return { outcome: 'not_contracted' };
  if (statuses.unknown_taxpayer.includes(status)) return { outcome: 'unknown_taxpayer' };
  if (status === 429) return failed('rate_limited', retryAfter(headers['retry-after']));
  if (status !== 200) return failed('source_error', { detail: `status ${status}` });
  const parsed = parseJson(body);
  if (parsed === undefined) return failed('malformed', { detail: 'not JSON' });
  return readEnvelope(parsed, answer);
}

async function readEnvelope(body: unknown, expressions: AnswerExpressions): Promise<SourceAnswer> {
  const read: Record<string, unknown> = {};
  for (const field of answerFields) {
    try {
      read[field] = await fieldOf(body, field, expressions);
    } catch (error) {
      // Its message may quote the answer; its code does not.
      return failed('malformed', { detail: `${field}: ${(error as { code?: string }).code ?? 'no JSON'}` });
    }
  }
  if (!envelope.Check(read))
    return failed('malformed', { detail: `${envelope.Errors(read)[0]?.instancePath || '/'} is not as it should be` });
  // Such an answer could not be written down, however often it came.
  if (unkeepablePlace(read) !== undefined) return failed('malformed', { detail: 'text that cannot be kept' });
  const { sourceVersion, observedAt, data } = read;
  if (!isDay(observedAt.slice(0, 'YYYY-MM-DD'.length))) return failed('malformed', { detail: '/observedAt is out of range' });
  return data === null ? { outcome: 'empty', sourceVersion, observedAt } : { outcome: 'data', data, sourceVersion, observedAt };
}

async function fieldOf(body: unknown, field: keyof AnswerExpressions, expressions: AnswerExpressions): Promise<unknown> {
  const expression = expressions[field];
  if (!expression) return (body as Record<string, unknown> | null)?.[field];
  const value = JSON.stringify(await expression.evaluate(body));
  // Expressions can also come to functions and to lists with properties; what is kept is JSON.
  return value === undefined ? undefined : JSON.parse(value);
}

/** Such an answer says no more than that, so its date is that of the question. */
function emptyAt(status: number): SourceAnswer {
  return { outcome: 'empty', sourceVersion: `status ${status}`, observedAt: new Date().toISOString() };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function retryAfter(header: string | string[] | undefined): { retryAfterMs?: number } {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
}
