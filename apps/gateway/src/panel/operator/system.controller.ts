import { Controller } from '@nestjs/common';
import { panel, type PanelAnswer, type ReplyOf } from '@vigia/contracts';
import { Broker, BrokerUnavailableError, Peers, twice, workQueues } from '@vigia/messaging';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { WorkOfServices } from './work-of-services.js';

const { operatorSources: sources, operatorWork: work } = panel;
type OneSource = PanelAnswer<typeof sources.pause>;
type Verified = PanelAnswer<typeof work.verifyPortfolios>;

const mostRefused = 100;
/** Replays every ledger and compares every entry, one after another. */
const verificationTimeoutMs = 50_000;

@Controller()
export class OperatorSystemController {
  constructor(
    private readonly peers: Peers,
    private readonly broker: Broker,
    private readonly services: WorkOfServices,
    private readonly audit: AuditLog,
  ) {}

  @Operation(sources.list)
  list(): Promise<PanelAnswer<typeof sources.list>> {
    return this.peers.ask('sources.list', {}, twice);
  }

  @Operation(sources.pause)
  async pause(@Asked() { params: { source }, body: { reason }, actor }: Asked<typeof sources.pause>): Promise<OneSource> {
    const act = { actor, action: 'source.pause', subject: source, detail: { reason } };
    return { source: await this.audit.record(act, () => this.peers.ask('sources.pause', { source, reason, actor: actor.actor }, twice)) };
  }

  @Operation(sources.resume)
  async resume(@Asked() { params: { source }, actor }: Asked<typeof sources.resume>): Promise<OneSource> {
    const act = { actor, action: 'source.resume', subject: source };
    return { source: await this.audit.record(act, () => this.peers.ask('sources.resume', { source }, twice)) };
  }

  @Operation(work.look)
  async look(): Promise<PanelAnswer<typeof work.look>> {
    const [inBroker, overdue] = await Promise.all([this.lookIntoBroker(), this.services.overdue()]);
    return { ...inBroker, overdue };
  }

  /** While the broker is away, work becomes overdue, and operators need to see it. */
  private async lookIntoBroker(): Promise<Pick<PanelAnswer<typeof work.look>, 'queues' | 'refused'>> {
    try {
      const queues = await this.broker.queueDepths(workQueues);
      const refused = (await this.broker.refused(mostRefused)).map((message) => {
        const { refusedAt, queue, name, reason, correlationId = null } = message;
        return { refusedAt, queue, name, reason, correlationId };
      });
      return { queues, refused };
    } catch (error) {
      if (error instanceof BrokerUnavailableError) return { queues: null, refused: null };
      throw error;
    }
  }

  @Operation(work.lists)
  async lists(): Promise<PanelAnswer<typeof work.lists>> {
    return { lists: await this.services.lists() };
  }

  @Operation(work.verifyLedgers)
  verifyLedgers(@Asked() { actor }: Asked<typeof work.verifyLedgers>): Promise<PanelAnswer<typeof work.verifyLedgers>> {
    const act = { actor, action: 'ledgers.verify' };
    return this.audit.record(act, () => this.peers.ask('billing.verify', {}, { timeoutMs: verificationTimeoutMs }));
  }

  @Operation(work.verifyPortfolios)
  async verifyPortfolios(@Asked() { actor }: Asked<typeof work.verifyPortfolios>): Promise<Verified> {
    const act = { actor, action: 'portfolios.verify' };
    const ask = () => this.peers.ask('portfolio.verify', {}, { timeoutMs: verificationTimeoutMs });
    const { drifts, ...verified } = await this.audit.record(act, ask);
    return { ...verified, drifts: countedDrifts(drifts) };
  }
}

/** Operators see no profiles, so a drift has no document here. */
function countedDrifts(drifts: ReplyOf<'portfolio.verify'>['drifts']): Verified['drifts'] {
  const counted = new Map<string, Verified['drifts'][number]>();
  for (const { corporationId, what } of drifts) {
    const key = `${corporationId} ${what}`;
    counted.set(key, { corporationId, what, entries: (counted.get(key)?.entries ?? 0) + 1 });
  }
  return [...counted.values()];
}
