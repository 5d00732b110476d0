import { baseSettings, choice, flag, text, type SettingsOf } from '@vigia/service-kit';

export const dataImporterSettings = {
  ...baseSettings,
  dataDir: text('VIGIA_DATA_DIR', 'folder for downloads, and for files that are dropped into its `inbox`', { default: 'data' }),
  taxpayers: choice(
    'VIGIA_DATA_TAXPAYERS',
    'whom the padrón is imported for: companies, these and the persons that profiles are about, or everybody',
    ['companies', 'known', 'all'],
    { default: 'companies' },
  ),
  scheduled: flag('VIGIA_DATA_SCHEDULE', 'data sets are downloaded by their cadence', { default: false }),
  addresses: {
    ...text('VIGIA_DATA_ADDRESSES', 'where data sets are fetched from instead of where they are published', { default: '{}' }),
    takes: 'JSON: addresses by the name of the data set',
    parse: (json: string) => JSON.parse(json) as Record<string, string>,
  },
  licences: {
    ...text('VIGIA_DATA_LICENCES', 'data sets whose licence is held, of those that need one, or none', { default: 'none' }),
    takes: 'names of data sets, separated by commas',
    parse: (list: string) => (list === 'none' ? [] : list.split(',').map((name) => name.trim())),
  },
};

export type DataImporterSettings = SettingsOf<typeof dataImporterSettings>;
