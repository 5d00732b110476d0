import { Type, type Static } from 'typebox';
import { datasetMessages } from '../messages/datasets.js';
import { closed, group } from '../schema/fields.js';
import { instantThatIs } from '../schema/vocabulary.js';
import { givenReason } from './given-name.js';
import { answered, operation, shown } from './operation.js';
import { ofOperators } from './operator-corporations.js';

const { reply: list } = datasetMessages['datasets.list'];
const { reply: versions } = datasetMessages['datasets.versions'];
const { reply: oneVersion } = datasetMessages['datasets.version'];
const { reply: changes } = datasetMessages['datasets.changes'];
const { reply: difference } = datasetMessages['datasets.difference'];
const { reply: rejects } = datasetMessages['datasets.rejects'];
const { reply: inquiry } = datasetMessages['datasets.inquiry'];
const { dataset } = datasetMessages['datasets.pause'].payload.properties;
const { part, version: seen } = datasetMessages['datasets.rollback'].payload.properties;
const { reason } = datasetMessages['datasets.resume'].payload.properties.pause.properties;
const status = datasetMessages['datasets.pause'].reply.properties.dataset;
const oneDataset = group('OneDataset', { dataset: status });

const number = Type.String({ pattern: '^[1-9][0-9]{0,8}$' });
const ofDataset = closed({ dataset });
const ofVersion = closed({ version: number });
const version = Type.Optional({
  ...seen,
  description: 'number of the version that was seen in force: refused if it no longer is; without it, whatever is in force',
});
const rows = {
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|1[0-9]{2}|200)$', description: '1 to 200 rows; 50 when left out' })),
};

const versionExample: Static<typeof oneVersion>['version'] = {
  version: 41,
  dataset: 'un',
  part: null,
  state: 'current',
  step: null,
  label: 'un 2026-11-20 3f9a77c1',
  requestedAt: '2026-11-20T09:00:00.000Z',
  requestedBy: 'schedule',
  dryRun: false,
  acceptReason: null,
  startedAt: '2026-11-20T09:00:01.000Z',
  endedAt: '2026-11-20T09:00:07.000Z',
  switchedAt: '2026-11-20T09:00:07.000Z',
  publishedOn: '2026-11-20',
  publishedBy: 'file',
  address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  sha256: '3f9a77c1d5b04e8f6f8a2f2a6f4f6c0f1d2b3a4c5d6e7f8091a2b3c4d5e6f708',
  bytes: 2_012_345,
  bytesRead: 2_012_345,
  scope: null,
  lines: 1_003,
  rows: 1_003,
  rejected: 0,
  rejectedByReason: {},
  unknown: {},
  previous: 38,
  added: 4,
  removed: 1,
  changed: 12,
  problems: [],
  leftOut: [],
  failure: null,
};

const datasetExample: Static<typeof status> = {
  dataset: 'un',
  kind: 'list',
  title: 'Lista consolidada del Consejo de Seguridad',
  publisher: 'Naciones Unidas',
  licence: 'Published for use by member states',
  licenceMissing: false,
  address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  cadence: 'two_hourly',
  pause: null,
  dueAt: '2026-11-20T11:00:00.000Z',
  freshAt: '2026-11-20T09:00:07.000Z',
  isLate: false,
  missingWeek: null,
  parts: 1,
  current: versionExample,
  latest: versionExample,
};
const pauseExample = { reason: 'el archivo publicado está incompleto', since: '2026-11-21T15:20:00.000Z' };

export const operatorDatasets = {
  list: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/datasets',
    summary: 'See every register and list, the version in force and the latest import',
    answer: answered('every data set', list, { datasets: [datasetExample], leftOver: [] }),
  }),
  versions: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/datasets/:dataset/versions',
    summary: 'See the versions of a data set',
    params: ofDataset,
    query: closed({
      ...rows,
      before: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'number of a version; only older ones are shown' })),
    }),
    answer: answered('versions, newest first', versions, { versions: [versionExample], more: false }),
    errors: ['not_found'],
  }),
  version: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/dataset-versions/:version',
    summary: 'See a version of a data set and the progress of its import',
    params: ofVersion,
    answer: answered('the version as it is now', oneVersion, { version: versionExample }),
    errors: ['not_found'],
  }),
  changes: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/dataset-versions/:version/changes',
    summary: 'See the changes that a version made: all entries of a list, but only taxpayers with a profile',
    params: ofVersion,
    query: closed({
      ...rows,
      after: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: '`key` of the last change of the page before' })),
    }),
    answer: answered('changes in the order of their keys', changes, {
      changes: [{ key: 'QDi.001', change: 'removed', before: { kind: 'person' }, after: null }],
      more: false,
    }),
    errors: ['not_found'],
  }),
  difference: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/dataset-versions/:version/difference',
    summary: 'Compare a version with another one: all entries of a list, but only taxpayers with a profile',
    params: ofVersion,
    query: closed({
      against: Type.String({
        pattern: '^[1-9][0-9]{0,8}$',
        description: 'number of the version to compare with; its entries are `before`',
      }),
      ...rows,
      after: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: '`key` of the last change of the page before' })),
    }),
    answer: answered('counts of the differences, and a page of them in the order of their keys', difference, {
      added: 0,
      removed: 1,
      changed: 0,
      changes: [{ key: 'QDi.001', change: 'removed', before: { kind: 'person' }, after: null }],
      more: false,
    }),
    errors: ['not_found', 'conflict'],
  }),
  rejects: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/dataset-versions/:version/rejects',
    summary: 'See the rejected lines of a version: up to a thousand of each reason are kept',
    params: ofVersion,
    query: closed({
      ...rows,
      reason: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}$' })),
      after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', description: '`id` of the last line of the page before' })),
    }),
    answer: answered('rejected lines in the order of the file', rejects, {
      rejects: [{ id: 7, line: 3, reason: 'check_digit', text: '20991000013|DIGITO DE CONTROL MALO' }],
      more: false,
    }),
    errors: ['not_found'],
  }),
  import: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/datasets/:dataset/imports',
    summary: 'Download a data set now; a download that already waits is used instead of another',
    params: ofDataset,
    body: shown(group('DatasetImport', { accept: Type.Optional(givenReason) }), {}),
    status: 202,
    answer: answered('the version; its import begins when no other is under way', oneVersion, {
      version: { ...versionExample, state: 'waiting' },
    }),
    errors: ['not_found', 'conflict'],
  }),
  rollback: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/datasets/:dataset/rollback',
    summary: 'Put the previous version back in force and pause the downloads; `part` names the week or month, if several are in force',
    params: ofDataset,
    body: shown(group('DatasetRollback', { reason: givenReason, part, version }), {
      reason: pauseExample.reason,
      version: 42,
    }),
    answer: answered('the version that is in force again', oneVersion, { version: versionExample }),
    errors: ['not_found', 'conflict', 'dataset_changed'],
  }),
  retire: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/datasets/:dataset/retirement',
    summary: 'Take a list out of force without another version in its place, delete the rows of its versions and pause the downloads',
    params: ofDataset,
    body: shown(group('DatasetRetirement', { reason: givenReason, version }), {
      reason: 'su publicador la fusionó con otra lista',
      version: versionExample.version,
    }),
    answer: answered('the version that was in force', oneVersion, { version: { ...versionExample, state: 'pruned' } }),
    errors: ['not_found', 'conflict', 'dataset_changed'],
  }),
  inquiry: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/datasets/:dataset/inquiries',
    summary: 'Create the next file of up to 100 taxpayers, which a person uploads to the publisher',
    params: ofDataset,
    answer: answered('the file, and the number of taxpayers left for later files', inquiry, {
      file: 'ruc-2026-11-23-1.zip',
      zip: 'UEsDBBQAAAAAAAAAIQDyvSwNGgAAABoAAAAUAAAAcnVjLTIwMjYtMTEtMjMtMS50eHQyMDk5MTAwMDAxMg0KMjA5OTEyMzQ1NjENClBLAQIUABQAAAAAAAAAIQDyvSwNGgAAABoAAAAUAAAAAAAAAAAAAAAAAAAAAABydWMtMjAyNi0xMS0yMy0xLnR4dFBLBQYAAAAAAQABAEIAAABMAAAAAAA=',
      taxpayers: 2,
      waiting: 0,
      uploadAddress: 'https://e-consultaruc.sunat.gob.pe/cl-ti-itmrconsmulruc/jrmS00Alias',
    }),
    errors: ['not_found', 'conflict', 'nobody_to_ask'],
  }),
  pause: operation({
    ...ofOperators,
    method: 'PUT',
    path: '/panel/v1/operator/datasets/:dataset/pause',
    summary: 'Pause the scheduled downloads of a data set',
    params: ofDataset,
    body: shown(group('DatasetPause', { reason: givenReason }), { reason: pauseExample.reason }),
    answer: answered('the data set, paused', oneDataset, { dataset: { ...datasetExample, pause: pauseExample } }),
    errors: ['not_found'],
  }),
  resume: operation({
    ...ofOperators,
    method: 'DELETE',
    path: '/panel/v1/operator/datasets/:dataset/pause',
    summary: 'Resume the scheduled downloads of a data set',
    params: ofDataset,
    query: closed({
      pausedSince: Type.Optional(
        instantThatIs(
          '`since` of the pause as it was seen, with `pauseReason`: refused if there is another pause by now; without it, any pause ends',
        ),
      ),
      pauseReason: Type.Optional({ ...reason, description: '`reason` of the pause as it was seen, with `pausedSince`' }),
    }),
    answer: answered('the data set', oneDataset, { dataset: datasetExample }),
    errors: ['not_found', 'pause_changed'],
  }),
};
