import { Controller, Res } from '@nestjs/common';
import { panel } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import type { CostlyCall } from '../../idempotency/costly-call.js';
import { checkDocument, Triggers } from '../../webhooks/triggers.js';
import { CostlyAct, CostlyActs } from '../acts/costly-acts.js';
import { Asked, Operation } from '../calls/operation.js';

const { events } = panel;

/** A person's trigger: the same event as that of a program. */
@Controller()
export class EventsController {
  constructor(
    private readonly triggers: Triggers,
    private readonly acts: CostlyActs,
  ) {}

  @Operation(events.trigger)
  trigger(
    @Asked() { body, actor }: Asked<typeof events.trigger>,
    @CostlyAct() call: CostlyCall,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    checkDocument(body);
    const act = { actor, action: 'event.trigger', detail: { docType: body.docType, documents: 1 } };
    const accept = (requestId: string) => this.triggers.accept(call, requestId, body);
    return this.acts.once(call, act, reply, accept, (accepted) => ({
      status: 202,
      body: accepted,
    }));
  }
}
