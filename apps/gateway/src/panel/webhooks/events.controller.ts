import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { closed, messages, VigiaError, type ReplyOf } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { ApiCall } from '../../openapi/api-call.js';
import { CheckedQuery } from '../calls/check-shape.js';
import { TriggerId } from '../calls/own-id.js';
import { pageQuery, readPage } from '../calls/pages.js';
import { onlyColleagues, Self, SessionGuard, type Colleague } from '../sessions/session.guard.js';
import { eventsAnswer, eventsExample, previewAnswer, toEvent, type EventsAnswer } from './delivery-answers.js';
import { Dispatcher } from './dispatcher.js';

const query = closed({
  ...pageQuery,
  triggerId: messages['events.list'].payload.properties.triggerId,
  taxId: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{8,12}$' })),
});

const previewExample = { v1: '{"triggerId":"trg_0","taxId":"20990000019"}', v2: '{"triggerId":"trg_0","taxId":"20990000019"}' };

@ApiTags('panel: webhooks')
@UseGuards(SessionGuard, onlyColleagues)
@Controller('panel/v1/events')
export class EventsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get()
  @ApiCall({
    summary: 'List the events of your corporation with their deliveries',
    query,
    answer: { schema: eventsAnswer, example: eventsExample, description: 'one page' },
    errors: ['role_missing'],
  })
  async list(@CheckedQuery(query) asked: Static<typeof query>, @Self() { corporationId }: Colleague): Promise<EventsAnswer> {
    const { triggerId, taxId, ...page } = asked;
    const filter = { corporationId, ...(triggerId !== undefined && { triggerId }), ...(taxId !== undefined && { taxId }) };
    const { rows, ...cursors } = await readPage(page, async (asking) => {
      return (await this.dispatcher.askAgain('events.list', { ...filter, ...asking })).events;
    });
    return { events: rows.map(toEvent), ...cursors };
  }

  @Get(':triggerId/preview')
  @ApiCall({
    summary: 'See both versions of what this trigger would send if it came now',
    answer: { schema: previewAnswer, example: previewExample, description: 'the two bodies, as text' },
    errors: ['role_missing', 'not_found'],
  })
  async preview(@TriggerId() triggerId: string, @Self() { corporationId }: Colleague): Promise<ReplyOf<'webhooks.preview'>> {
    const { events } = await this.dispatcher.askAgain('events.list', { corporationId, triggerId, limit: 1 });
    const [event] = events;
    if (!event) throw VigiaError.of('not_found');
    const { docType, taxId } = event;
    return this.dispatcher.askAgain('webhooks.preview', { corporationId, docType, taxId });
  }
}
