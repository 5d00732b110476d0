import type { SourceName } from '@vigia/contracts';
import type { OtherProviderEntry, ProviderFile, SourceEntry } from './provider-file.js';

/** What is said about a source: by the file of the installation, else by the ready files in their order. */
export function chosenEntry(name: SourceName, { defaults, sources }: ProviderFile, ready: readonly ProviderFile[]): SourceEntry {
  const own = sources?.[name];
  const entry: SourceEntry = { ...defaults, ...own };
  if (entry.url !== undefined || entry.kind !== undefined) return entry;
  const offered = ready.flatMap((file) => {
    const found = file.sources?.[name];
    return found ? [{ ...file.defaults, ...found }] : [];
  });
  return offered.length === 0 ? entry : { ...together(offered as [SourceEntry, ...SourceEntry[]]), ...own };
}

/** Several overlays are asked one after the other; of several plain providers the second stands in for the first. */
function together([first, ...others]: [SourceEntry, ...SourceEntry[]]): SourceEntry {
  if (first.kind === 'overlay') return { ...first, overlays: [first, ...others].flatMap(({ overlays = [] }) => overlays) };
  const second = others.find(({ url }) => url !== undefined);
  return first.fallback || !second ? first : { ...first, fallback: asFallback(second) };
}

const ofTheSourceItself = ['kind', 'concurrency', 'refreshHours', 'fallback', 'accumulate', 'overlays'];

function asFallback(entry: SourceEntry): OtherProviderEntry {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !ofTheSourceItself.includes(key)));
}
