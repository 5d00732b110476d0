import { isDay, unkeepablePlace, type Document, type SourceName } from '@vigia/contracts';
import { OutboundError, type HttpClient } from '@vigia/outbound-http';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { failed, type SourceAnswer, type SourceConnector } from '../../domain/source-answer.js';
import { answerFields, type AnswerExpressions, type HttpProvider } from '../providers/provider.js';
import { questionUrl } from '../providers/question.js';

const mostBodyBytes = 4 * 1024 * 1024;

/** Asks a provider that answers a GET with JSON. Its configuration says how it is asked and how its answer is read. */
export class HttpJsonConnector implements SourceConnector {
  constructor(
    private readonly client: HttpClient,
    private readonly source: SourceName,
    private readonly provider: HttpProvider,
  ) {}

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const url = questionUrl(this.provider.url, this.source, document);
    if (!url) return { outcome: 'not_contracted' };
    try {
      const exchange = await this.client.exchange({
        method: 'GET',
        url,
        headers: this.provider.headers,
        deadlineMs: this.provider.timeoutMs,
        maxBodyBytes: mostBodyBytes,
        signal,
      });
      return await readExchange(exchange, this.provider);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { kind, message: detail } = error;
      if (kind === 'timeout' || kind === 'aborted') return failed('timeout', { detail });
      return failed(kind === 'body_too_large' ? 'malformed' : 'unreachable', { detail });
    }
  }
}

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

/** What an HTTP answer of a provider means. A meaning that the configuration gives to a status wins. */
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
      // The message of the error may quote the answer; its code does not.
      return failed('malformed', { detail: `${field}: ${(error as { code?: string }).code ?? 'no JSON'}` });
    }
  }
  if (!envelope.Check(read))
    return failed('malformed', { detail: `${envelope.Errors(read)[0]?.instancePath || '/'} is not as it should be` });
  // The database could not store such an answer.
  if (unkeepablePlace(read) !== undefined) return failed('malformed', { detail: 'text that cannot be kept' });
  const { sourceVersion, observedAt, data } = read;
  if (!isDay(observedAt.slice(0, 'YYYY-MM-DD'.length))) return failed('malformed', { detail: '/observedAt is out of range' });
  return data === null ? { outcome: 'empty', sourceVersion, observedAt } : { outcome: 'data', data, sourceVersion, observedAt };
}

async function fieldOf(body: unknown, field: keyof AnswerExpressions, expressions: AnswerExpressions): Promise<unknown> {
  const expression = expressions[field];
  if (!expression) return (body as Record<string, unknown> | null)?.[field];
  const value = JSON.stringify(await expression.evaluate(body));
  // An expression may also return functions and arrays with properties; only JSON is kept.
  return value === undefined ? undefined : JSON.parse(value);
}

/** A bare status has no date of its own: it counts as observed now. */
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
