import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { closed, messages, type ReplyOf } from '@vigia/contracts';
import { type Static } from 'typebox';
import { Acting } from '../audit/acting.js';
import { AuditLog, type Actor } from '../audit/audit-log.js';
import { ApiCall } from '../../openapi/api-call.js';
import { CheckedQuery } from '../calls/check-shape.js';
import { Id } from '../calls/own-id.js';
import { pageQuery, readPage } from '../calls/pages.js';
import { OwnSiteGuard } from '../sessions/own-site.guard.js';
import { onlyAdmins, onlyColleagues, Self, SessionGuard, type Colleague } from '../sessions/session.guard.js';
import {
  attemptsAnswer,
  attemptsExample,
  deliveriesAnswer,
  deliveriesExample,
  deliveryAnswer,
  deliveryExample,
  toDelivery,
  type DeliveriesAnswer,
  type DeliveryAnswer,
} from './delivery-answers.js';
import { Dispatcher } from './dispatcher.js';

const { configurationId, state } = messages['deliveries.list'].payload.properties;
const query = closed({ ...pageQuery, configurationId, health: state });

@ApiTags('panel: webhooks')
@UseGuards(OwnSiteGuard, SessionGuard, onlyColleagues)
@Controller('panel/v1/deliveries')
export class DeliveriesController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly audit: AuditLog,
  ) {}

  @Get()
  @ApiCall({
    summary: 'List the deliveries of your corporation',
    query,
    answer: { schema: deliveriesAnswer, example: deliveriesExample, description: 'one page' },
    errors: ['role_missing'],
  })
  async list(@CheckedQuery(query) asked: Static<typeof query>, @Self() { corporationId }: Colleague): Promise<DeliveriesAnswer> {
    const { configurationId: of, health, ...page } = asked;
    const filter = { corporationId, ...(of !== undefined && { configurationId: of }), ...(health !== undefined && { state: health }) };
    const { rows, ...cursors } = await readPage(page, async (asking) => {
      return (await this.dispatcher.askAgain('deliveries.list', { ...filter, ...asking })).deliveries;
    });
    return { deliveries: rows.map(toDelivery), ...cursors };
  }

  @Get(':deliveryId/attempts')
  @ApiCall({
    summary: 'List the attempts of a delivery',
    answer: { schema: attemptsAnswer, example: attemptsExample, description: 'oldest first' },
    errors: ['role_missing', 'not_found'],
  })
  attempts(@Id('deliveryId') deliveryId: string, @Self() { corporationId }: Colleague): Promise<ReplyOf<'attempts.list'>> {
    return this.dispatcher.askAgain('attempts.list', { corporationId, deliveryId });
  }

  @Post(':deliveryId/resend')
  @UseGuards(onlyAdmins)
  @ApiCall({
    summary: 'Send a delivery again, with the same bytes',
    answer: { schema: deliveryAnswer, example: deliveryExample, description: 'the delivery, due again' },
    errors: ['role_missing', 'not_found', 'conflict', 'webhook_inactive', 'payload_purged'],
  })
  async resend(
    @Id('deliveryId') deliveryId: string,
    @Acting() actor: Actor,
    @Self() { corporationId }: Colleague,
  ): Promise<DeliveryAnswer> {
    const { delivery } = await this.audit.record({ actor, action: 'delivery.resend', subject: deliveryId }, () =>
      this.dispatcher.ask('deliveries.resend', { corporationId, deliveryId }),
    );
    return { delivery: toDelivery(delivery) };
  }
}
