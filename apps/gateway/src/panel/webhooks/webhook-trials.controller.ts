import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { closed, messages } from '@vigia/contracts';
import { type Static } from 'typebox';
import { Acting } from '../audit/acting.js';
import { AuditLog, type Actor } from '../audit/audit-log.js';
import { ApiCall } from '../../openapi/api-call.js';
import { CheckedBody, CheckedQuery } from '../calls/check-shape.js';
import { Id } from '../calls/own-id.js';
import { OwnSiteGuard } from '../sessions/own-site.guard.js';
import { onlyAdmins, onlyColleagues, Self, SessionGuard, type Colleague } from '../sessions/session.guard.js';
import { Dispatcher } from './dispatcher.js';
import {
  countAnswer,
  type CountAnswer,
  countExample,
  stepsAnswer,
  type StepsAnswer,
  stepsExample,
  testAnswer,
  type TestAnswer,
  testExample,
} from './webhook-api.js';

const { since } = messages['deliveries.recover'].payload.properties;
const recovery = closed({ since });
type Recovery = Static<typeof recovery>;
const recoveryExample: Recovery = { since: '2026-11-20T00:00:00-05:00' };

/** It waits for somebody else's server, and for a token of theirs before that. */
const preflightTimeoutMs = 50_000;

@ApiTags('panel: webhooks')
@UseGuards(OwnSiteGuard, SessionGuard, onlyColleagues)
@Controller('panel/v1/webhooks/:configurationId')
export class WebhookTrialsController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly audit: AuditLog,
  ) {}

  @Post('preflight')
  @UseGuards(onlyAdmins)
  @ApiCall({
    summary: 'Try the ways of a delivery with a sample that leaves no trace here',
    answer: { schema: stepsAnswer, example: stepsExample, description: 'what went well and what did not' },
    errors: ['role_missing', 'not_found'],
  })
  preflight(
    @Id('configurationId') configurationId: string,
    @Acting() actor: Actor,
    @Self() { corporationId }: Colleague,
  ): Promise<StepsAnswer> {
    return this.audit.record({ actor, action: 'webhook.preflight', subject: configurationId }, () =>
      this.dispatcher.ask('webhooks.preflight', { corporationId, configurationId }, preflightTimeoutMs),
    );
  }

  @Post('test')
  @UseGuards(onlyAdmins)
  @ApiCall({
    summary: 'Send a sample that is listed as a test',
    answer: { schema: testAnswer, example: testExample, description: 'the event that it is listed under' },
    errors: ['role_missing', 'not_found'],
  })
  test(@Id('configurationId') configurationId: string, @Acting() actor: Actor, @Self() { corporationId }: Colleague): Promise<TestAnswer> {
    return this.audit.record({ actor, action: 'webhook.test', subject: configurationId }, () =>
      this.dispatcher.ask('webhooks.test', { corporationId, configurationId }),
    );
  }

  @Get('recoverable')
  @ApiCall({
    summary: 'Count the deliveries that have failed since a moment and can be sent again',
    query: recovery,
    answer: { schema: countAnswer, example: countExample, description: 'how many there are' },
    errors: ['role_missing', 'not_found'],
  })
  count(
    @Id('configurationId') configurationId: string,
    @CheckedQuery(recovery) { since }: Recovery,
    @Self() { corporationId }: Colleague,
  ): Promise<CountAnswer> {
    return this.dispatcher.askAgain('deliveries.recover', { corporationId, configurationId, since, countOnly: true });
  }

  @Post('recover')
  @UseGuards(onlyAdmins)
  @ApiCall({
    summary: 'Send again what has failed since a moment',
    body: { schema: recovery, example: recoveryExample },
    answer: { schema: countAnswer, example: countExample, description: 'how many are being sent' },
    errors: ['role_missing', 'not_found'],
  })
  recover(
    @Id('configurationId') configurationId: string,
    @CheckedBody(recovery) { since }: Recovery,
    @Acting() actor: Actor,
    @Self() { corporationId }: Colleague,
  ): Promise<CountAnswer> {
    return this.audit.record({ actor, action: 'webhook.recover', subject: configurationId, detail: { since } }, () =>
      this.dispatcher.ask('deliveries.recover', { corporationId, configurationId, since, countOnly: false }),
    );
  }
}
