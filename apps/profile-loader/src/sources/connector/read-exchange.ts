import { isDay, limaDay, unkeepablePlace } from '@vigia/contracts';
import { retryAfterMs } from '@vigia/outbound-http';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { failed, type SourceAnswer, type SourceFailure } from '../../domain/source-answer.js';
import type { AnswerExpression, Circumstances } from '../providers/expressions.js';
import { answerFields, type Reading } from '../providers/http-provider.js';

interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const outcomes = ['data', 'empty', 'not_contracted', 'unknown_taxpayer', 'failed'] as const;
type Outcome = (typeof outcomes)[number];

const envelope = Compile(
  Type.Object({
    sourceVersion: Type.String({ minLength: 1 }),
    observedAt: Type.String({ format: 'date-time' }),
    data: Type.Union([Type.Object({}), Type.Null()]),
  }),
);

/** The meaning of a provider's HTTP answer: as the configuration derives it from the body, else from the status. */
export async function readExchange(answered: Answered, reading: Reading, asked: Circumstances['asked']): Promise<SourceAnswer> {
  const { status, body } = answered;
  const circumstances = { asked, today: limaDay(new Date()), status };
  const parsed = parseJson(body);
  const told = reading.outcome && parsed !== undefined ? await toldOutcome(reading.outcome, parsed, circumstances) : undefined;
  if (typeof told === 'object') return told;
  const outcome = told ?? outcomeOfStatus(status, reading.statuses);
  switch (outcome) {
    case 'empty':
      return told ? emptyAnswer(parsed, reading, circumstances) : emptyAt(status);
    case 'not_contracted':
    case 'unknown_taxpayer':
      return { outcome };
    case 'data':
      if (parsed === undefined) return failed('malformed', { detail: isPage(body) ? 'a page instead of JSON' : 'not JSON' });
      return readEnvelope(parsed, reading, circumstances);
    case 'failed':
      if (told === undefined && status === 429) return failed('rate_limited', waitAskedBy(answered));
      return failed('source_error', { detail: `status ${status}` });
  }
}

function outcomeOfStatus(status: number, statuses: Reading['statuses']): Outcome {
  const meaning = (['empty', 'not_contracted', 'unknown_taxpayer'] as const).find((each) => statuses[each].includes(status));
  return meaning ?? (status === 200 ? 'data' : 'failed');
}

/** Undefined if the expression has no result: then the status decides. */
async function toldOutcome(
  outcome: AnswerExpression,
  body: unknown,
  circumstances: Circumstances,
): Promise<Outcome | SourceFailure | undefined> {
  try {
    const told = (await outcome.evaluate(body, circumstances)) ?? undefined;
    if (told === undefined || outcomes.includes(told as Outcome)) return told as Outcome | undefined;
    return failed('malformed', { detail: 'outcome: is no outcome' });
  } catch (error) {
    return failed('malformed', { detail: `outcome: ${codeOf(error)}` });
  }
}

async function readEnvelope(body: unknown, reading: Reading, circumstances: Circumstances): Promise<SourceAnswer> {
  const read: Record<string, unknown> = {};
  for (const field of answerFields) {
    try {
      read[field] = await fieldOf(body, field, reading, circumstances);
    } catch (error) {
      return failed('malformed', { detail: `${field}: ${codeOf(error)}` });
    }
  }
  if (!envelope.Check(read))
    return failed('malformed', { detail: `${envelope.Errors(read)[0]?.instancePath || '/'} is not as it should be` });
  // The database could not store such an answer.
  if (unkeepablePlace(read) !== undefined) return failed('malformed', { detail: 'text that cannot be kept' });
  if (isNestedTooDeeply(read)) return failed('malformed', { detail: 'nested too deeply' });
  if (repeatsSecret(read, reading.secrets)) return failed('malformed', { detail: 'the answer repeats our secret' });
  const { sourceVersion, observedAt, data } = read;
  if (!isDay(observedAt.slice(0, 'YYYY-MM-DD'.length))) return failed('malformed', { detail: '/observedAt is out of range' });
  const trail = isSimulated(body, reading) ? { trail: { simulated: true } as const } : {};
  return data === null
    ? { outcome: 'empty', sourceVersion, observedAt, ...trail }
    : { outcome: 'data', data, sourceVersion, observedAt, ...trail };
}

async function fieldOf(
  body: unknown,
  field: (typeof answerFields)[number],
  { answer }: Reading,
  circumstances: Circumstances,
): Promise<unknown> {
  const expression = answer[field];
  return expression ? expression.evaluate(body, circumstances) : (body as Record<string, unknown> | null)?.[field];
}

/** The message of an error may quote the answer; its code does not. */
function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? 'no JSON';
}

/** No source nests objects this deeply, and neither JSON.stringify nor PostgreSQL accepts any depth. */
const deepest = 100;

function isNestedTooDeeply(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** The simulator marks its answers itself, whatever its address. */
function isSimulated(body: unknown, { answer }: Reading): boolean {
  return !answer.data && (body as { simulated?: unknown } | null)?.simulated === true;
}

/** If a provider repeats the question in its answer, we would store the key that we sent. */
function repeatsSecret(read: unknown, secrets: readonly string[]): boolean {
  const text = JSON.stringify(read);
  return secrets.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
}

/** An answer without content may also lack a version and a day. */
async function emptyAnswer(body: unknown, reading: Reading, circumstances: Circumstances): Promise<SourceAnswer> {
  const nothing: AnswerExpression = { evaluate: async () => null };
  const read = await readEnvelope(body, { ...reading, answer: { ...reading.answer, data: nothing } }, circumstances);
  return read.outcome === 'empty' ? read : emptyAt(circumstances.status);
}

/** A bare status has no date: it counts as observed now. */
export function emptyAt(status: number): SourceAnswer {
  return { outcome: 'empty', sourceVersion: `status ${status}`, observedAt: new Date().toISOString() };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined if it is not JSON in UTF-8. In another encoding a name would be misread. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

function isPage(body: Buffer): boolean {
  return body.subarray(0, 200).toString('latin1').trimStart().startsWith('<');
}

/** Longer than any load, and a limit for what a source may request, because PostgreSQL has no instant for arbitrarily large values. */
const longestWaitMs = 86_400_000;

function waitAskedBy(answered: Answered): { retryAfterMs?: number } {
  const askedMs = retryAfterMs(answered);
  return askedMs === undefined ? {} : { retryAfterMs: Math.min(askedMs, longestWaitMs) };
}
