import { isSourceName, sections, sourceNames, sourcesOf, type Section, type SourceName } from '@vigia/contracts';
import { baseSettings, integer, optional, secret, selection, text, url, type SettingsOf } from '@vigia/service-kit';
import { readProviderFile } from './sources/providers/read-provider-file.js';
import { readReadyProviders, readyProvidersDir, type ReadyProviders } from './sources/providers/ready-providers.js';

const everySource = sections.filter((section) => sourcesOf(section).length > 0);

const shorter = 'a shorter time takes effect at once, and only a backup has the deleted rows';

export const profileLoaderSettings = {
  ...baseSettings,
  sources: selection(
    'VIGIA_SOURCES',
    'the sources that this process asks, by their names or by section',
    [...new Set([...everySource, ...sourceNames])],
    {
      default: everySource.join(','),
    },
  ),
  sourcesUrl: optional(
    url(
      'VIGIA_SOURCES_URL',
      'address to ask for sources that neither a provider file nor imported data answers; without it they are not contracted',
      ['http:', 'https:'],
    ),
  ),
  readyProvidersDir,
  readyProviders: {
    ...text('VIGIA_READY_PROVIDERS', 'ready providers to use, in the order of preference'),
    takes: 'names separated by commas, such as perudevs,apiperu',
    fallback: '',
    parse: (names: string) => readReadyProviders(names, process.env),
    shown: (providers: ReadyProviders[]) => providers.map(({ name }) => name).join(','),
  },
  /** Given as a file by the name with the suffix `_FILE`. The secrets that it names are variables of this process. */
  providers: {
    ...secret('VIGIA_PROVIDERS', 'JSON: the providers of single sources'),
    fallback: '{}',
    parse: (text: string) => readProviderFile(text, process.env),
  },
  sourceConcurrency: integer('VIGIA_SOURCE_CONCURRENCY', 'jobs at once per source and process', { min: 1, max: 200 }, { default: 10 }),
  sourceTimeoutMs: integer('VIGIA_SOURCE_TIMEOUT_MS', 'time for one question to a source', { min: 100, max: 300_000 }, { default: 15_000 }),
  taskDeadlineMs: integer(
    'VIGIA_TASK_DEADLINE_MS',
    'time for one source of one load, retries included',
    { min: 500, max: 1_800_000 },
    { default: 60_000 },
  ),
  loadDeadlineMs: integer(
    'VIGIA_LOAD_DEADLINE_MS',
    'time after which a load is closed as it stands',
    { min: 1_000, max: 7_200_000 },
    { default: 1_800_000 },
  ),
  freshnessHours: integer(
    'VIGIA_FRESHNESS_HOURS',
    'age up to which a load uses the stored answer of a source instead of asking again',
    { min: 0, max: 8_760 },
    { default: 24 },
  ),
  refreshHours: integer(
    'VIGIA_REFRESH_HOURS',
    'time between two questions to a source about a monitored profile',
    { min: 1, max: 8_760 },
    { default: 24 },
  ),
  tasksKeptDays: integer(
    'VIGIA_TASKS_KEPT_DAYS',
    `days after which the loader deletes the tasks of a closed load; ${shorter}`,
    { min: 1, max: 36_500 },
    { default: 7 },
  ),
  loadsKeptDays: integer(
    'VIGIA_LOADS_KEPT_DAYS',
    `days after which the loader deletes a closed load without tasks, unless the history of its profile or a request needs it; ${shorter}`,
    { min: 1, max: 36_500 },
    { default: 30 },
  ),
  requestsKeptDays: integer(
    'VIGIA_REQUESTS_KEPT_DAYS',
    `days after which the loader deletes a finished request, unless it opened the current access or a portfolio shows its time; ${shorter}`,
    { min: 30, max: 36_500 },
    { default: 3_653 },
  ),
  reserveTimeoutMs: integer(
    'VIGIA_RESERVE_TIMEOUT_MS',
    'time for billing to confirm a reservation',
    { min: 100, max: 60_000 },
    { default: 5_000 },
  ),
};

export type ProfileLoaderSettings = SettingsOf<typeof profileLoaderSettings>;

/** A section stands for all of its sources. */
export function workedSources(names: readonly (Section | SourceName)[]): SourceName[] {
  // `identificacion` is the name of both a section and its only source.
  return [...new Set(names.flatMap((name) => (isSourceName(name) ? [name] : sourcesOf(name))))];
}
