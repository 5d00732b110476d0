import { baseSettings, choice, flag, integer, text, type SettingsOf } from '@vigia/service-kit';
import { datasetOf } from './datasets/datasets.js';

export const dataImporterSettings = {
  ...baseSettings,
  dataDir: text('VIGIA_DATA_DIR', 'folder for downloads; an operator may also drop files into its `inbox`', { default: 'data' }),
  taxpayers: choice(
    'VIGIA_DATA_TAXPAYERS',
    'taxpayers to import from the padrón: companies; known (also the persons who have a profile); or all',
    ['companies', 'known', 'all'],
    { default: 'companies' },
  ),
  scheduled: flag('VIGIA_DATA_SCHEDULE', 'download each data set at its cadence, also one without a version so far', { default: false }),
  importDeadlineMs: integer(
    'VIGIA_DATA_DEADLINE_MS',
    'time after which an import fails, so that the next data set has its turn',
    { min: 1_000, max: 604_800_000 },
    { default: 10_800_000 },
  ),
  addresses: {
    ...text(
      'VIGIA_DATA_ADDRESSES',
      'other addresses to download data sets from, instead of those of their publishers; for OFAC, of a zip with the four files, or of the first one with the others beside it',
      { default: '{}' },
    ),
    takes: 'JSON: addresses by the name of the data set',
    parse: (json: string) => byDataset(json, address),
    shown: (addresses: Readonly<Record<string, string>>) => JSON.stringify(addresses, (_, value) => withoutSecrets(value)),
  },
  headers: {
    ...text('VIGIA_DATA_HEADERS', 'headers to send with the download of a data set, such as the key for its publisher', {
      default: '{}',
      secret: true,
    }),
    takes: 'JSON: headers by the name of the data set',
    parse: (json: string) => byDataset(json, headers),
  },
  licences: {
    ...text('VIGIA_DATA_LICENCES', 'data sets that need a licence and for which the installation has one, or none', { default: 'none' }),
    takes: 'names of data sets, separated by commas',
    parse: (list: string) => (list === 'none' ? [] : known(list.split(',').map((name) => name.trim()))),
  },
};

export type DataImporterSettings = SettingsOf<typeof dataImporterSettings>;

/** A setting with a value per data set. An error never shows a value, which may be a secret. */
function byDataset<T>(json: string, read: (value: unknown) => T): Readonly<Record<string, T>> {
  const values = objectIn(json);
  return Object.fromEntries(known(Object.keys(values)).map((name) => [name, read(values[name])]));
}

function known(names: string[]): string[] {
  const unknown = names.filter((name) => !datasetOf(name));
  if (unknown.length > 0) throw new Error(`names ${unknown.join(', ')}: there is no such data set`);
  return names;
}

function objectIn(json: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(json));
  } catch {
    throw new Error('must be a JSON object with a value for each data set that it names');
  }
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('must have a JSON object for each data set');
  return value as Record<string, unknown>;
}

function address(value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('must have an address that starts with http:// or https:// for each data set');
  // A download would never send them.
  if (url.username || url.password)
    throw new Error('must have no user name or password in an address: a key belongs in VIGIA_DATA_HEADERS');
  return value as string;
}

/** An address may have a key in its query. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const { origin, pathname, search } = new URL(value);
  return `${origin}${pathname}${search && '?[hidden]'}`;
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const printable = /^[\x20-\x7E]+$/;

function headers(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(asObject(value)).map(([name, text]) => {
      if (!token.test(name) || typeof text !== 'string' || !printable.test(text))
        throw new Error('must have names of headers for each data set, and a text for each of them');
      return [name.toLowerCase(), text];
    }),
  );
}
