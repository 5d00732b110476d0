import { Inject, Injectable } from '@nestjs/common';
import { sourceNames, type SourceName } from '@vigia/contracts';
import type { Rate } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../../settings.js';
import { chosenEntry } from './chosen-entry.js';
import { httpProvider, type HttpProvider, type OtherProvider, type Surroundings } from './http-provider.js';
import { isAccumulating, isImportable, screened, type OtherProviderEntry, type SourceEntry } from './provider-file.js';

interface SourceLimits {
  timeoutMs: number;
  /** With every provider that may be asked in the course of one question. */
  longestMs: number;
  concurrency: number;
  rate?: Rate;
  refreshHours: number;
}

export type HttpSource = HttpProvider & { accumulates: boolean; fallback?: OtherProvider };

export type SourceProvider =
  | ({ kind: 'http' } & HttpSource)
  | { kind: 'dataset'; /** Asked as long as nothing is imported. */ otherwise?: HttpSource }
  | { kind: 'overlay'; overlays: OtherProvider[] }
  | { kind: 'lists' }
  | { kind: 'none' };
type Provider = SourceLimits & SourceProvider;

interface ProviderSettings extends Omit<Surroundings, 'timeoutMs'> {
  sourceTimeoutMs: number;
  sourceConcurrency: number;
  refreshHours: number;
}

/** How each source is asked: as the files say, else from what was imported, else where `VIGIA_SOURCES_URL` leads, else not at all. */
export function providersOf(settings: ProviderSettings): Record<SourceName, Provider> {
  return Object.fromEntries(sourceNames.map((name) => [name, providerOf(name, settings)])) as Record<SourceName, Provider>;
}

function providerOf(name: SourceName, settings: ProviderSettings): Provider {
  const { providers, readyProviders, sourcesUrl } = settings;
  const ready = readyProviders.map(({ file }) => file);
  const entry = chosenEntry(name, providers.file, ready);
  const timeoutMs = entry.timeoutMs ?? settings.sourceTimeoutMs;
  const http = (): HttpSource => httpSource(name, entry, { ...settings, timeoutMs });
  const limited = (provider: SourceProvider): Provider => ({
    timeoutMs,
    longestMs: longestMs(provider, timeoutMs),
    concurrency: entry.concurrency ?? settings.sourceConcurrency,
    ...(entry.rate && { rate: entry.rate }),
    refreshHours: entry.refreshHours ?? settings.refreshHours,
    ...provider,
  });
  const isOpen = entry.kind === undefined && entry.url === undefined;
  if (entry.kind === 'none') return limited({ kind: 'none' });
  if (entry.kind === 'overlay') return limited({ kind: 'overlay', overlays: overlaysOf(name, entry, { ...settings, timeoutMs }) });
  if (entry.kind === 'dataset') return limited({ kind: 'dataset' });
  if (name === screened && entry.kind !== 'http') return limited({ kind: 'lists' });
  if (isOpen && isImportable(name)) return limited({ kind: 'dataset', ...(sourcesUrl !== undefined && { otherwise: http() }) });
  if (isOpen && sourcesUrl === undefined) return limited({ kind: 'none' });
  return limited({ kind: 'http', ...http() });
}

function httpSource(name: SourceName, { fallback, accumulate = false, ...entry }: SourceEntry, given: Surroundings): HttpSource {
  return {
    ...httpProvider(name, entry, given),
    accumulates: accumulate && isAccumulating(name),
    ...(fallback && { fallback: otherProvider(name, 'fallback', fallback, given) }),
  };
}

function overlaysOf(source: SourceName, { overlays = [] }: SourceEntry, given: Surroundings): OtherProvider[] {
  return overlays.map(({ name, ...entry }) => otherProvider(source, name, entry, given));
}

function otherProvider(source: SourceName, name: string, { rate, ...entry }: OtherProviderEntry, given: Surroundings): OtherProvider {
  const timeoutMs = entry.timeoutMs ?? given.timeoutMs;
  return { name, ...httpProvider(source, entry, { ...given, timeoutMs }), ...(rate && { quota: rate }) };
}

function longestMs(provider: SourceProvider, timeoutMs: number): number {
  const sum = (asked: readonly { timeoutMs: number }[]) => asked.reduce((total, each) => total + each.timeoutMs, 0);
  if (provider.kind === 'overlay') return timeoutMs + sum(provider.overlays);
  const fallback = provider.kind === 'http' ? provider.fallback : provider.kind === 'dataset' ? provider.otherwise?.fallback : undefined;
  return timeoutMs + sum(fallback ? [fallback] : []);
}

@Injectable()
export class SourceProviders {
  readonly of: Record<SourceName, Provider>;

  constructor(@Inject(SETTINGS) settings: ProfileLoaderSettings) {
    this.of = providersOf(settings);
  }
}
