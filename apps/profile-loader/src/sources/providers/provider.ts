import { Inject, Injectable } from '@nestjs/common';
import { sourceNames, type SourceName } from '@vigia/contracts';
import type { Rate } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../../settings.js';
import { screened, type SourceEntry } from './provider-file.js';
import { authorizationHeader, compileExpression, type AnswerExpression } from './question.js';
import type { Providers } from './read-provider-file.js';

interface SourceLimits {
  timeoutMs: number;
  concurrency: number;
  rate?: Rate;
  refreshHours: number;
}

export const answerFields = ['data', 'sourceVersion', 'observedAt'] as const;
export type AnswerExpressions = Partial<Record<(typeof answerFields)[number], AnswerExpression>>;
type StatusMeanings = Record<'empty' | 'not_contracted' | 'unknown_taxpayer', number[]>;

export interface HttpProvider extends SourceLimits {
  kind: 'http';
  /** The base is filled in, the document is not. */
  url: string;
  headers: Record<string, string>;
  /** A field without an expression is taken as it stands in the answer. */
  answer: AnswerExpressions;
  statuses: StatusMeanings;
  breaker: { failures: number; pauseMs: number };
}

type Provider = HttpProvider | (SourceLimits & { kind: 'lists' });

interface ProviderSettings {
  providers: Providers;
  sourcesUrl: string;
  sourceTimeoutMs: number;
  sourceConcurrency: number;
  refreshHours: number;
}

const defaultUrl = '{base}/sources/{source}/{docType}/{taxId}';
const defaultStatuses: StatusMeanings = { empty: [], not_contracted: [402, 403], unknown_taxpayer: [404] };
const defaultBreaker = { failures: 10, pauseMs: 15_000 };

/** How each source is asked: its own entry, else the defaults of the file, else the settings of the process. */
export function providersOf(settings: ProviderSettings): Record<SourceName, Provider> {
  const { file, secretOf } = settings.providers;
  const providerOf = (name: SourceName): Provider => {
    const entry: SourceEntry = { ...file.defaults, ...file.sources?.[name] };
    const limits = limitsOf(entry, settings);
    if (name === screened && entry.kind !== 'http') return { kind: 'lists', ...limits };
    return {
      kind: 'http',
      ...limits,
      url: (entry.url ?? defaultUrl).replace('{base}', () => settings.sourcesUrl.replace(/\/+$/, '')),
      headers: lowerCased({ accept: 'application/json', ...entry.headers, ...authorizationHeader(entry.auth ?? {}, secretOf) }),
      answer: Object.fromEntries(Object.entries(entry.answer ?? {}).map(([field, text]) => [field, compileExpression(text)])),
      statuses: statusesOf(entry.statuses ?? {}),
      breaker: entry.breaker ?? defaultBreaker,
    };
  };
  return Object.fromEntries(sourceNames.map((name) => [name, providerOf(name)])) as Record<SourceName, Provider>;
}

/** A status that the file gives a meaning loses the one that it had. */
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

function limitsOf(entry: SourceEntry, { sourceTimeoutMs, sourceConcurrency, refreshHours }: ProviderSettings): SourceLimits {
  return {
    timeoutMs: entry.timeoutMs ?? sourceTimeoutMs,
    concurrency: entry.concurrency ?? sourceConcurrency,
    ...(entry.rate && { rate: entry.rate }),
    refreshHours: entry.refreshHours ?? refreshHours,
  };
}

@Injectable()
export class SourceProviders {
  readonly of: Record<SourceName, Provider>;

  constructor(@Inject(SETTINGS) settings: ProfileLoaderSettings) {
    this.of = providersOf(settings);
  }
}
