import { Controller, Req, Res } from '@nestjs/common';
import { checkDocument, panel, type PanelAnswer, type PanelEvent, VigiaError, type WebhookEvent } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CostlyCall } from '../../idempotency/costly-call.js';
import { Triggers } from '../../webhooks/triggers.js';
import { CostlyAct, CostlyActs } from '../acts/costly-acts.js';
import { Asked, Operation } from '../calls/operation.js';
import { type PageAsked, readPage } from '../../http/page-query.js';
import { deliveryOf, testsOnly } from './deliveries.controller.js';
import { WebhookLog } from './webhook-log.js';

const { events } = panel;

@Controller()
export class EventsController {
  constructor(
    private readonly peers: Peers,
    private readonly log: WebhookLog,
    private readonly triggers: Triggers,
    private readonly acts: CostlyActs,
  ) {}

  /** A person's trigger: the same event as that of a program. */
  @Operation(events.trigger)
  trigger(
    @Asked() { body, actor }: Asked<typeof events.trigger>,
    @CostlyAct() call: CostlyCall,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    call.nameDocuments([body.taxId]);
    checkDocument(body);
    const act = { actor, action: 'event.trigger', detail: { docType: body.docType, documents: 1 } };
    const accept = (requestId: string) => this.triggers.accept(call, requestId, body);
    return this.acts.once(call, act, reply, accept, (accepted) => ({
      status: 202,
      body: accepted,
    }));
  }

  @Operation(events.list)
  async list(@Asked() { query, self }: Asked<typeof events.list>): Promise<PanelAnswer<typeof events.list>> {
    const { limit, before, after, isTest, ...rest } = query;
    const filter = { ...rest, ...testsOnly(isTest) };
    const read = (page: PageAsked) => this.log.events({ corporationId: self.corporationId, ...filter, ...page });
    const { rows, ...cursors } = await readPage({ limit, before, after }, read);
    return { events: rows.map(eventOf), ...cursors };
  }

  @Operation(events.preview)
  async preview(
    @Asked() { params, self }: Asked<typeof events.preview>,
    @Req() request: FastifyRequest,
  ): Promise<PanelAnswer<typeof events.preview>> {
    const { corporationId } = self;
    const { events: found } = await this.peers.ask('events.list', { corporationId, ...params, limit: 1 }, twice);
    const [event] = found;
    if (!event) throw VigiaError.of('not_found');
    const { docType, taxId } = event;
    request.documentAsked = taxId;
    return this.peers.ask('webhooks.preview', { corporationId, docType, taxId }, twice);
  }
}

function eventOf({ position: _position, actor: _actor, deliveries: sent, ...rest }: WebhookEvent): PanelEvent {
  return { ...rest, deliveries: sent.map(deliveryOf) };
}
