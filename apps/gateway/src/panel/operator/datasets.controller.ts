import { Controller } from '@nestjs/common';
import { type DatasetStatus, panel, type PanelAnswer, type PanelRequest, VigiaError } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';

const { operatorDatasets: datasets } = panel;

const rowsUnlessGiven = 50;
const limitOf = ({ limit }: { limit?: string }) => Number(limit ?? rowsUnlessGiven);
/** The importer runs at low priority, and an act on many rows takes long on a busy machine. */
const ofManyRows = { timeoutMs: 30_000 };

/** The registers and lists, for operators. The importer answers; changes are recorded first. */
@Controller()
export class OperatorDatasetsController {
  constructor(
    private readonly peers: Peers,
    private readonly audit: AuditLog,
  ) {}

  @Operation(datasets.list)
  list(): Promise<PanelAnswer<typeof datasets.list>> {
    return this.peers.ask('datasets.list', {}, twice);
  }

  @Operation(datasets.versions)
  versions(@Asked() { params: { dataset }, query }: Asked<typeof datasets.versions>): Promise<PanelAnswer<typeof datasets.versions>> {
    const before = query.before === undefined ? {} : { before: Number(query.before) };
    return this.peers.ask('datasets.versions', { dataset, ...before, limit: limitOf(query) }, twice);
  }

  @Operation(datasets.version)
  version(@Asked() { params }: Asked<typeof datasets.version>): Promise<PanelAnswer<typeof datasets.version>> {
    return this.peers.ask('datasets.version', { version: Number(params.version) }, twice);
  }

  @Operation(datasets.changes)
  changes(@Asked() { params, query }: Asked<typeof datasets.changes>): Promise<PanelAnswer<typeof datasets.changes>> {
    const after = query.after === undefined ? {} : { after: query.after };
    return this.peers.ask('datasets.changes', { version: Number(params.version), ...after, limit: limitOf(query) }, twice);
  }

  @Operation(datasets.difference)
  difference(@Asked() { params, query }: Asked<typeof datasets.difference>): Promise<PanelAnswer<typeof datasets.difference>> {
    const after = query.after === undefined ? {} : { after: query.after };
    const [version, against] = [Number(params.version), Number(query.against)];
    return this.peers.ask('datasets.difference', { version, against, ...after, limit: limitOf(query) }, twice);
  }

  @Operation(datasets.rejects)
  rejects(@Asked() { params, query }: Asked<typeof datasets.rejects>): Promise<PanelAnswer<typeof datasets.rejects>> {
    const { reason, after } = query;
    const only = { ...(reason !== undefined && { reason }), ...(after !== undefined && { after: Number(after) }) };
    return this.peers.ask('datasets.rejects', { version: Number(params.version), ...only, limit: limitOf(query) }, twice);
  }

  @Operation(datasets.import)
  import(@Asked() { params: { dataset }, body, actor }: Asked<typeof datasets.import>): Promise<PanelAnswer<typeof datasets.import>> {
    const act = { actor, action: 'dataset.import', subject: dataset, detail: body };
    return this.audit.record(act, () => this.peers.ask('datasets.import', { dataset, actor: actor.actor, ...body }));
  }

  @Operation(datasets.rollback)
  rollback(@Asked() { params: { dataset }, body, actor }: Asked<typeof datasets.rollback>): Promise<PanelAnswer<typeof datasets.rollback>> {
    const act = { actor, action: 'dataset.rollback', subject: dataset, detail: body };
    return this.audit.record(act, () => this.peers.ask('datasets.rollback', { dataset, actor: actor.actor, ...body }, ofManyRows));
  }

  @Operation(datasets.retire)
  retire(@Asked() { params: { dataset }, body, actor }: Asked<typeof datasets.retire>): Promise<PanelAnswer<typeof datasets.retire>> {
    const act = { actor, action: 'dataset.retire', subject: dataset, detail: body };
    return this.audit.record(act, () => this.peers.ask('datasets.retire', { dataset, actor: actor.actor, ...body }, ofManyRows));
  }

  @Operation(datasets.inquiry)
  inquiry(@Asked() { params: { dataset }, actor }: Asked<typeof datasets.inquiry>): Promise<PanelAnswer<typeof datasets.inquiry>> {
    const act = { actor, action: 'dataset.inquiry', subject: dataset };
    return this.audit.record(act, () => this.peers.ask('datasets.inquiry', { dataset, actor: actor.actor }, ofManyRows));
  }

  @Operation(datasets.pause)
  pause(
    @Asked() { params: { dataset }, body: { reason }, actor }: Asked<typeof datasets.pause>,
  ): Promise<PanelAnswer<typeof datasets.pause>> {
    const act = { actor, action: 'dataset.pause', subject: dataset, detail: { reason } };
    return this.audit.record(act, () => this.peers.ask('datasets.pause', { dataset, reason, actor: actor.actor }, twice));
  }

  @Operation(datasets.resume)
  resume(@Asked() { params: { dataset }, query, actor }: Asked<typeof datasets.resume>): Promise<PanelAnswer<typeof datasets.resume>> {
    const pause = seenPause(query);
    const act = { actor, action: 'dataset.resume', subject: dataset, detail: query };
    return this.audit.record(act, () => this.peers.ask('datasets.resume', { dataset, actor: actor.actor, ...(pause && { pause }) }, twice));
  }
}

/** A rollback changes only the reason of a pause, and another pause may have the same reason. */
function seenPause({ pausedSince, pauseReason }: PanelRequest<typeof datasets.resume>['query']): DatasetStatus['pause'] {
  if (pausedSince === undefined && pauseReason === undefined) return null;
  if (pausedSince !== undefined && pauseReason !== undefined) return { since: new Date(pausedSince).toISOString(), reason: pauseReason };
  const field = pausedSince === undefined ? 'pausedSince' : 'pauseReason';
  throw VigiaError.of('bad_request', { detail: 'pausedSince and pauseReason are only given together', field, rule: 'required' });
}
