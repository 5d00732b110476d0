import type { Dataset } from '../dataset.js';
import { readOfac } from '../ofac_sdn/entries.js';
import { ofacHosts } from '../ofac_sdn/layout.js';

/** OFAC's lists other than the SDN list, with the same layout under other names. */
export const ofacConsolidated: Dataset<'list'> = {
  name: 'ofac_consolidated',
  kind: 'list',
  title: 'OFAC: consolidated list without the SDN',
  publisher: 'US Department of the Treasury, Office of Foreign Assets Control',
  licence: 'Work of the US government, in the public domain',
  address: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/cons_prim.csv',
  alsoAt: ['cons_alt', 'cons_add', 'cons_comments'].map(
    (file) => `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${file}.csv`,
  ),
  hosts: ofacHosts,
  cadence: 'two_hourly',
  parser: 3,
  layout: {
    files: {
      main: /(^|\/)cons_prim\.csv$/i,
      aliases: /(^|\/)cons_alt\.csv$/i,
      addresses: /(^|\/)cons_add\.csv$/i,
      comments: /(^|\/)cons_comments\.csv$/i,
    },
    read: readOfac,
  },
};
