import type { SourceName } from '@vigia/contracts';
import type { Rate } from '@vigia/messaging';
import { ConfigurationError } from '@vigia/service-kit';
import { credentialsOf } from './credentials.js';
import { compileExpression, type AnswerExpression } from './expressions.js';
import type { OtherProviderEntry } from './provider-file.js';
import type { Json, Template } from './question.js';
import type { Providers } from './read-provider-file.js';

export const answerFields = ['data', 'sourceVersion', 'observedAt'] as const;
type AnswerExpressions = Partial<Record<(typeof answerFields)[number], AnswerExpression>>;
type StatusMeanings = Record<'empty' | 'not_contracted' | 'unknown_taxpayer', number[]>;

/** How an answer is read. */
export interface Reading {
  outcome?: AnswerExpression;
  /** A field without an expression is taken unchanged from the answer. */
  answer: AnswerExpressions;
  statuses: StatusMeanings;
  /** Values that no stored answer may contain. */
  secrets: string[];
}

export interface HttpProvider extends Template, Reading {
  timeoutMs: number;
  breaker: { failures: number; pauseMs: number };
  poll?: { ticket: AnswerExpression; url: string; ready: AnswerExpression; everyMs: number };
}

/** The longest wait of a question for its turn in a quota. */
export const longestTurnMs = 15_000;

/** A fallback or an overlay, with its own quota. */
export interface OtherProvider extends HttpProvider {
  name: string;
  quota?: Rate;
}

/** What a provider's entry leaves open. */
export interface Surroundings {
  providers: Providers;
  readyProviders: Providers[];
  sourcesUrl: string | undefined;
  timeoutMs: number;
}

const defaultUrl = '{base}/sources/{source}/{docType}/{taxId}';
const defaultStatuses: StatusMeanings = { empty: [], not_contracted: [402, 403], unknown_taxpayer: [404] };
const defaultBreaker = { failures: 10, pauseMs: 15_000 };

export function httpProvider(name: SourceName, entry: OtherProviderEntry, given: Surroundings): HttpProvider {
  const { providers, readyProviders, sourcesUrl, timeoutMs } = given;
  const secretOf = (variable: string) => [providers, ...readyProviders].map((each) => each.secretOf(variable)).find(Boolean) ?? '';
  const { headers, secrets, ...credentials } = credentialsOf(entry.auth ?? {}, secretOf);
  const { outcome, poll, body } = entry;
  return {
    method: entry.method ?? 'GET',
    url: withBase(name, entry.url ?? defaultUrl, sourcesUrl),
    headers: lowerCased({ accept: 'application/json', ...entry.headers, ...headers }),
    ...(body && { body: body as Json }),
    credentials,
    secrets,
    ...(outcome !== undefined && { outcome: compileExpression(outcome) }),
    answer: Object.fromEntries(Object.entries({ ...entry.answer }).map(([field, text]) => [field, compileExpression(text)])),
    statuses: statusesOf(entry.statuses ?? {}),
    ...(poll && { poll: { ...poll, ticket: compileExpression(poll.ticket), ready: compileExpression(poll.ready) } }),
    breaker: entry.breaker ?? defaultBreaker,
    timeoutMs,
  };
}

function withBase(name: SourceName, url: string, sourcesUrl: string | undefined): string {
  if (!url.startsWith('{base}')) return url;
  if (sourcesUrl === undefined) throw new ConfigurationError([`VIGIA_SOURCES_URL is missing: ${name} is to be asked there`]);
  return url.replace('{base}', () => sourcesUrl.replace(/\/+$/, ''));
}

/** A status with a meaning in the file loses its default meaning. */
function statusesOf(given: Partial<StatusMeanings>): StatusMeanings {
  const named = Object.values(given).flat();
  const left = Object.entries(defaultStatuses).map(([meaning, statuses]) => [
    meaning,
    statuses.filter((status) => !named.includes(status)),
  ]);
  return { ...(Object.fromEntries(left) as StatusMeanings), ...given };
}

/** Two spellings of one header would be sent as two headers. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
