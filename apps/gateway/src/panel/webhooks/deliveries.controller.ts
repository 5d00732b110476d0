import { Controller, Res } from '@nestjs/common';
import { panel, type PanelAnswer, type PanelDelivery, VigiaError, type WebhookDelivery } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import type { FastifyReply } from 'fastify';
import { PeerTurns } from '../../limits/peer-turns.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../../http/page-query.js';
import { WebhookLog } from './webhook-log.js';

const { deliveries } = panel;

/** People check one after another, and a check that waits keeps a body of up to 1.5 MB in memory. */
const mostChecksWaiting = 4;

/** What became of the deliveries of a corporation. */
@Controller()
export class DeliveriesController {
  /** The dispatcher computes several signatures over the whole body, and it sends the deliveries of every corporation. */
  private readonly checks = new PeerTurns({ waiting: mostChecksWaiting });

  constructor(
    private readonly peers: Peers,
    private readonly log: WebhookLog,
    private readonly audit: AuditLog,
  ) {}

  @Operation(deliveries.list)
  async list(@Asked() { query, self: { corporationId } }: Asked<typeof deliveries.list>): Promise<PanelAnswer<typeof deliveries.list>> {
    const { limit, before, after, health, isTest, ...rest } = query;
    const filter = { corporationId, ...rest, ...testsOnly(isTest), ...(health !== undefined && { state: health }) };
    const { rows, ...cursors } = await readPage({ limit, before, after }, (page) => this.log.deliveries({ ...filter, ...page }));
    return { deliveries: rows.map(deliveryOf), ...cursors };
  }

  @Operation(deliveries.one)
  async one(@Asked() { params, self }: Asked<typeof deliveries.one>): Promise<PanelAnswer<typeof deliveries.one>> {
    const { delivery } = await this.peers.ask('deliveries.one', { ...params, corporationId: self.corporationId }, twice);
    return { delivery: deliveryOf(delivery) };
  }

  @Operation(deliveries.attempts)
  attempts(@Asked() { params, self }: Asked<typeof deliveries.attempts>): Promise<PanelAnswer<typeof deliveries.attempts>> {
    return this.peers.ask('attempts.list', { ...params, corporationId: self.corporationId }, twice);
  }

  @Operation(deliveries.resend)
  async resend(@Asked() { params, actor, self }: Asked<typeof deliveries.resend>): Promise<PanelAnswer<typeof deliveries.resend>> {
    const own = { ...params, corporationId: self.corporationId };
    const act = { actor, action: 'delivery.resend', subject: params.deliveryId };
    const { delivery } = await this.audit.record(act, () => this.peers.ask('deliveries.resend', own));
    return { delivery: deliveryOf(delivery) };
  }

  @Operation(deliveries.body)
  async body(@Asked() { params, self }: Asked<typeof deliveries.body>, @Res() reply: FastifyReply): Promise<void> {
    const own = { ...params, corporationId: self.corporationId };
    const [{ body, sha256 }, { delivery }] = await Promise.all([
      this.peers.ask('deliveries.body', own, twice),
      this.peers.ask('deliveries.one', own, twice),
    ]);
    reply.request.documentAsked = delivery.taxId;
    void reply.header('x-body-sha256', sha256);
    if (body === null) throw VigiaError.of('payload_purged');
    // Not as JSON: a tool would reformat it, and that would no longer be the signed text.
    await reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${params.deliveryId}.json"`)
      .send(Buffer.from(body, 'utf8'));
  }

  @Operation(deliveries.checkSignature)
  checkSignature(@Asked() asked: Asked<typeof deliveries.checkSignature>): Promise<PanelAnswer<typeof deliveries.checkSignature>> {
    const {
      params,
      body: claimed,
      self: { corporationId },
    } = asked;
    return this.checks.take(corporationId, () => this.peers.ask('webhooks.diagnose', { corporationId, ...params, ...claimed }, twice));
  }
}

export function testsOnly(isTest: 'true' | 'false' | undefined): { isTest?: boolean } {
  return isTest === undefined ? {} : { isTest: isTest === 'true' };
}

export function deliveryOf({ position: _position, state, ...rest }: WebhookDelivery): PanelDelivery {
  return { health: state, ...rest };
}
