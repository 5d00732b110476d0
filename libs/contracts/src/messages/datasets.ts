import { type Static, Type } from 'typebox';
import { closed, group, nullable } from '../schema/fields.js';
import { request } from './definition.js';
import { day, origin, writtenInstant } from '../schema/vocabulary.js';

const datasetKinds = [
  'taxpayers',
  'premises',
  'marks',
  'suppliers',
  'sanctioned',
  'trade',
  'rates',
  'activities',
  'facts',
  'list',
] as const;
export type DatasetKind = (typeof datasetKinds)[number];
const cadences = ['two_hourly', 'daily', 'weekly', 'monthly', 'by_hand'] as const;
export type Cadence = (typeof cadences)[number];
const versionStates = [
  'waiting',
  'downloading',
  'importing',
  'checked',
  'current',
  'superseded',
  'pruned',
  'unchanged',
  'refused',
  'failed',
] as const;
export type VersionState = (typeof versionStates)[number];

const reason = Type.String({ minLength: 1, maxLength: 200 });
const { actor } = origin.properties;
export const datasetName = Type.String({ pattern: '^[a-z][a-z0-9_]{1,39}$' });
const versionId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const count = Type.Integer();
const nullableCount = nullable(count);

const problem = group('DatasetProblem', {
  code: Type.String({ description: 'code of the problem, such as `header`, `fewer`, `older`, `rejects` or `cut_line`' }),
  detail: Type.String(),
});

/**
 * A closed list of values that generated clients see as a string. Some generators put the values of all enums into one namespace, where
 * these would collide with others.
 */
const oneOf = <Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>(Type.String({ description: `one of ${values.join(', ')}`, pattern: `^(${values.join('|')})$` }));
const publishers = ['file', 'operator', 'server', 'import'] as const;

const version = group('DatasetVersion', {
  version: versionId,
  dataset: datasetName,
  part: nullable(
    Type.String({
      description: 'first day of the week or month that the version covers; null: it covers the whole data set, or is not read yet',
    }),
  ),
  state: oneOf(versionStates),
  step: nullable(Type.String({ description: 'current step of the import; null: no import is under way' })),
  label: nullable(Type.String({ description: 'name of the version, as the version of a source shows it; null: not read to its end' })),
  requestedAt: writtenInstant,
  requestedBy: Type.String(),
  dryRun: Type.Boolean({ description: 'true: the version is only checked and never put in force' }),
  acceptReason: nullable(Type.String()),
  startedAt: nullable(writtenInstant),
  endedAt: nullable(writtenInstant),
  switchedAt: nullable(writtenInstant, { description: 'when the version last came into force; null: never' }),
  publishedOn: nullable(day, { description: 'day on which the version was published; null: not known yet' }),
  publishedBy: nullable(oneOf(publishers), {
    description: 'origin of `publishedOn`; `import`: no source gives a day, so it is the day of the import',
  }),
  address: nullable(
    Type.String({ description: 'where it was downloaded from, without a password and the query; null: it was not downloaded' }),
  ),
  sha256: nullable(Type.String()),
  bytes: nullable(Type.Number()),
  bytesRead: Type.Number(),
  scope: nullable(
    Type.String({
      description: 'taxpayers that were imported: companies, known or all; null: a data set without persons, or not read yet',
    }),
  ),
  lines: count,
  rows: count,
  rejected: count,
  rejectedByReason: Type.Record(Type.String(), count),
  unknown: Type.Record(Type.String(), count),
  previous: nullable(versionId, { description: 'number of the version that was in force before this one was read; null: none' }),
  added: nullableCount,
  removed: nullableCount,
  changed: nullableCount,
  problems: Type.Array(problem),
  leftOut: Type.Array(Type.String()),
  failure: nullable(Type.String()),
});
export type DatasetVersion = Static<typeof version>;

const pause = group('PauseOfDataset', { reason, since: writtenInstant });

const missingWeek = group('MissingWeek', {
  week: Type.String({ ...day, description: 'first day of the week' }),
  leavesOn: Type.String({ ...day, description: 'last day on which its publisher has the week' }),
});

const dataset = group('Dataset', {
  dataset: datasetName,
  kind: Type.Enum([...datasetKinds], { title: 'DatasetKind' }),
  title: Type.String(),
  publisher: Type.String(),
  licence: Type.String(),
  licenceMissing: Type.Boolean({ description: 'true: no import is allowed until a setting confirms the licence' }),
  address: nullable(Type.String()),
  cadence: Type.Enum([...cadences], { title: 'DatasetCadence' }),
  pause: nullable(pause),
  dueAt: nullable(writtenInstant, { description: 'time of the next scheduled download; null: none is scheduled' }),
  freshAt: nullable(writtenInstant, { description: 'when the version in force was last found to be the published one; null: never' }),
  isLate: Type.Boolean({
    description:
      'true: for twice its cadence, or two months if operators bring it, nothing confirmed that the version in force is the published one',
  }),
  missingWeek: nullable(missingWeek, {
    description: 'oldest week of trade that is not in force and that its publisher still has; null: none',
  }),
  parts: Type.Integer({
    description: 'number of weeks or months in force, for a data set that comes in such parts; otherwise 1, or 0 before the first import',
  }),
  current: nullable(version, { description: 'newest version in force; null: none' }),
  latest: nullable(version, { description: 'version that was requested last, whatever its state; null: none' }),
});
export type DatasetStatus = Static<typeof dataset>;

const change = group('DatasetChange', {
  key: Type.String({ description: 'RUC of the taxpayer, or id of the entry in the list' }),
  change: Type.Enum(['added', 'removed', 'changed'], { title: 'DatasetChangeKind' }),
  before: nullable(Type.Record(Type.String(), Type.Unknown())),
  after: nullable(Type.Record(Type.String(), Type.Unknown())),
});
export type DatasetChange = Static<typeof change>;

const reject = group('RejectedLine', { id: Type.Integer(), line: count, reason: Type.String(), text: Type.String() });

const limit = Type.Integer({ minimum: 1, maximum: 500 });

export const datasetMessages = {
  'datasets.list': request(
    'data-importer',
    closed({}),
    group('DatasetList', {
      datasets: Type.Array(dataset),
      leftOver: Type.Array(datasetName, {
        description: 'names of further data sets that are in force although this release no longer has them',
      }),
    }),
  ),
  /** Newest first. */
  'datasets.versions': request(
    'data-importer',
    closed({ dataset: datasetName, before: Type.Optional(versionId), limit }),
    group('DatasetVersions', { versions: Type.Array(version), more: Type.Boolean() }),
  ),
  'datasets.version': request('data-importer', closed({ version: versionId }), group('OneDatasetVersion', { version })),
  /**
   * Asks for an import, which begins when no other import is running. Without files the importer downloads the data set. A second request
   * for a pending download joins the first one.
   */
  'datasets.import': request(
    'data-importer',
    closed({
      dataset: datasetName,
      actor,
      /** Paths that the importer can read: files, archives, or one folder. */
      files: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { minItems: 1, maxItems: 20 })),
      /** For a file that does not say when it was published. */
      publishedOn: Type.Optional(day),
      /** Take it although a guard refuses it. */
      accept: Type.Optional(reason),
      dryRun: Type.Optional(Type.Boolean()),
    }),
    closed({ version }),
  ),
  /** In order of key. For taxpayers, only those that a profile is about. */
  'datasets.changes': request(
    'data-importer',
    closed({ version: versionId, after: Type.Optional(Type.String({ maxLength: 300 })), limit }),
    group('DatasetChanges', { changes: Type.Array(change), more: Type.Boolean() }),
  ),
  /**
   * The differences between two versions of a list, the taxpayers or the marks, in order of key. Both versions must still have their rows.
   */
  'datasets.difference': request(
    'data-importer',
    closed({ version: versionId, against: versionId, after: Type.Optional(Type.String({ maxLength: 300 })), limit }),
    group('DatasetDifference', { added: count, removed: count, changed: count, changes: Type.Array(change), more: Type.Boolean() }),
  ),
  'datasets.rejects': request(
    'data-importer',
    closed({
      version: versionId,
      reason: Type.Optional(Type.String({ maxLength: 40 })),
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      limit,
    }),
    group('RejectedLines', { rejects: Type.Array(reject), more: Type.Boolean() }),
  ),
  /**
   * Puts the previous version back in force and pauses the schedule, because the next download would bring the published version back. If
   * several weeks or months are in force side by side, `part` names one of them by its first day. `version`: refused if it is no longer the
   * one in force.
   */
  'datasets.rollback': request(
    'data-importer',
    closed({ dataset: datasetName, part: Type.Optional(day), version: Type.Optional(versionId), actor, reason }),
    closed({ version }),
  ),
  /**
   * Takes a list out of force without another version in its place: its publisher has ended it, or its licence has lapsed. Deletes its
   * versions and pauses the schedule. Replies the version that was in force. `version`: refused if that is another one.
   */
  'datasets.retire': request(
    'data-importer',
    closed({ dataset: datasetName, version: Type.Optional(versionId), actor, reason }),
    closed({ version }),
  ),
  /** Deletes the rows of versions that are no longer kept. */
  'datasets.prune': request(
    'data-importer',
    closed({ dataset: datasetName }),
    group('PrunedVersions', { versions: Type.Array(versionId) }),
  ),
  /**
   * Makes the next file of taxpayers for an operator to upload to a page that programs may not use. A taxpayer is in at most one file a
   * week.
   */
  'datasets.inquiry': request(
    'data-importer',
    closed({ dataset: datasetName, actor }),
    group('DatasetInquiry', {
      file: Type.String({ description: 'name of the file' }),
      zip: Type.String({ description: 'ZIP archive in base64, with one text file that has a RUC on each line' }),
      taxpayers: Type.Integer({ description: 'number of taxpayers in the file, at most 100' }),
      waiting: Type.Integer({ description: 'number of further taxpayers that could be asked about now' }),
      uploadAddress: Type.String({ description: 'page on which a person uploads the file' }),
    }),
  ),
  'datasets.pause': request('data-importer', closed({ dataset: datasetName, actor, reason }), closed({ dataset })),
  /** `pause`: refused if downloads are paused by another pause, or for another reason, by now. */
  'datasets.resume': request('data-importer', closed({ dataset: datasetName, pause: Type.Optional(pause), actor }), closed({ dataset })),
};
