import type { Dataset } from '../dataset.js';
import { readOfac } from './entries.js';

/** A signed address of the publisher's bucket. Not every bucket of the cloud: anybody can rent one. */
export const ofacHosts = ['treas.gov', 'wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com'];

export const ofacSdn: Dataset<'list'> = {
  name: 'ofac_sdn',
  kind: 'list',
  title: 'OFAC: Specially Designated Nationals',
  publisher: 'US Department of the Treasury, Office of Foreign Assets Control',
  licence: 'Work of the US government, in the public domain',
  address: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/sdn.csv',
  alsoAt: ['alt', 'add', 'sdn_comments'].map(
    (file) => `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${file}.csv`,
  ),
  hosts: ofacHosts,
  cadence: 'two_hourly',
  parser: 3,
  layout: {
    files: {
      main: /(^|\/)sdn\.csv$/i,
      aliases: /(^|\/)alt\.csv$/i,
      addresses: /(^|\/)add\.csv$/i,
      comments: /(^|\/)sdn_comments\.csv$/i,
    },
    read: readOfac,
  },
};
