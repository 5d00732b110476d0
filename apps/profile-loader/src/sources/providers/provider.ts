import { Inject, Injectable } from '@nestjs/common';
import { sourceNames, type SourceName } from '@vigia/contracts';
import type { Rate } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../../settings.js';
import { httpProvider, longestTurnMs, type HttpProvider, type OtherProvider, type Surroundings } from './http-provider.js';
import { isAccumulating, isImportable, type OtherProviderEntry, type ProviderFile, screened, type SourceEntry } from './provider-file.js';

interface SourceLimits {
  timeoutMs: number;
  /** Includes every provider that one question may ask, and its turn in the quota of each. */
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

/** How each source is asked: as the files say, else from imported data, else at `VIGIA_SOURCES_URL`, else not at all. */
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
  const sum = (asked: readonly OtherProvider[]) =>
    asked.reduce((total, each) => total + each.timeoutMs + (each.quota ? longestTurnMs : 0), 0);
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

/** The entry for a source: from the installation's file, else from the ready-made files in their order. */
function chosenEntry(name: SourceName, { defaults, sources }: ProviderFile, ready: readonly ProviderFile[]): SourceEntry {
  const own = sources?.[name];
  const entry: SourceEntry = { ...defaults, ...own };
  if (entry.url !== undefined || entry.kind !== undefined) return entry;
  const offered = ready.flatMap((file) => {
    const found = file.sources?.[name];
    return found ? [{ ...file.defaults, ...found }] : [];
  });
  return offered.length === 0 ? entry : { ...pacedBy(defaults), ...together(offered as [SourceEntry, ...SourceEntry[]]), ...own };
}

/** How often and how long any provider may be asked; the rest of the defaults, such as their secret, is for the providers of the installation's file. */
function pacedBy({ timeoutMs, concurrency, rate, refreshHours }: SourceEntry = {}): SourceEntry {
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(concurrency !== undefined && { concurrency }),
    ...(rate !== undefined && { rate }),
    ...(refreshHours !== undefined && { refreshHours }),
  };
}

/** Several overlays are asked one after another; of several plain providers the second is the fallback of the first. */
function together([first, ...others]: [SourceEntry, ...SourceEntry[]]): SourceEntry {
  if (first.kind === 'overlay') return { ...first, overlays: [first, ...others].flatMap(({ overlays = [] }) => overlays) };
  const second = others.find(({ url }) => url !== undefined);
  return first.fallback || !second ? first : { ...first, fallback: asFallback(second) };
}

const ofTheSourceItself = ['kind', 'concurrency', 'refreshHours', 'fallback', 'accumulate', 'overlays'];

function asFallback(entry: SourceEntry): OtherProviderEntry {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !ofTheSourceItself.includes(key)));
}
