import { Controller, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Acting } from '../audit/acting.js';
import { AuditLog, type Actor } from '../audit/audit-log.js';
import { ApiCall } from '../../openapi/api-call.js';
import { CheckedBody } from '../calls/check-shape.js';
import { Id } from '../calls/own-id.js';
import { OwnSiteGuard } from '../sessions/own-site.guard.js';
import { onlyAdmins, onlyColleagues, Self, SessionGuard, type Colleague } from '../sessions/session.guard.js';
import { Dispatcher } from './dispatcher.js';
import {
  newWebhookAnswer,
  type NewWebhookAnswer,
  newWebhookBody,
  type NewWebhookBody,
  newWebhookExample,
  newWebhookExampleAnswer,
  webhookAnswer,
  type WebhookAnswer,
  webhookChangesBody,
  type WebhookChangesBody,
  webhookExample,
  webhooksAnswer,
  type WebhooksAnswer,
  webhooksExample,
} from './webhook-api.js';
import { WebhookSettings } from './webhook-settings.js';

@ApiTags('panel: webhooks')
@UseGuards(OwnSiteGuard, SessionGuard, onlyColleagues)
@Controller('panel/v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly settings: WebhookSettings,
    private readonly audit: AuditLog,
  ) {}

  @Get()
  @ApiCall({
    summary: 'List the webhooks of your corporation',
    answer: { schema: webhooksAnswer, example: webhooksExample, description: 'oldest first' },
    errors: ['role_missing'],
  })
  async list(@Self() { corporationId }: Colleague): Promise<WebhooksAnswer> {
    const { configurations } = await this.dispatcher.askAgain('webhooks.list', { corporationId });
    return { webhooks: configurations };
  }

  @Post()
  @UseGuards(onlyAdmins)
  @ApiCall({
    summary: 'Create a webhook; its secret key is shown this once',
    body: { schema: newWebhookBody, example: newWebhookExample },
    answer: { schema: newWebhookAnswer, example: newWebhookExampleAnswer, description: 'the webhook and its secret key' },
    errors: ['role_missing', 'webhook_places_taken'],
  })
  create(
    @CheckedBody(newWebhookBody) body: NewWebhookBody,
    @Acting() actor: Actor,
    @Self() { corporationId }: Colleague,
  ): Promise<NewWebhookAnswer> {
    const act = { actor, action: 'webhook.create', detail: { fields: Object.keys(body) } };
    return this.audit.record(act, () => this.settings.create(corporationId, body));
  }

  @Patch(':configurationId')
  @UseGuards(onlyAdmins)
  @ApiCall({
    summary: 'Edit a webhook, switch it off or on',
    body: { schema: webhookChangesBody, example: { active: false } },
    answer: { schema: webhookAnswer, example: webhookExample, description: 'the webhook as changed' },
    errors: ['role_missing', 'not_found', 'webhook_places_taken'],
  })
  async edit(
    @Id('configurationId') configurationId: string,
    @CheckedBody(webhookChangesBody) body: WebhookChangesBody,
    @Acting() actor: Actor,
    @Self() { corporationId }: Colleague,
  ): Promise<WebhookAnswer> {
    const act = { actor, action: 'webhook.edit', subject: configurationId, detail: { fields: Object.keys(body) } };
    return { webhook: await this.audit.record(act, () => this.settings.edit(corporationId, configurationId, body)) };
  }
}
