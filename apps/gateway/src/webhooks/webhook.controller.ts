import { Body, Controller, Post, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BearerGuard } from '../authentication/bearer.guard.js';
import { Costly, type CostlyCall } from '../idempotency/costly-call.js';
import { sendAnswer } from '../idempotency/answer-once.js';
import { ApiTrigger, TriggerBody } from './trigger-api.js';
import { TriggerSummary } from './trigger-summary.js';

@ApiTags('webhooks')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller(['v1/webhook/perfiles', 'v2/webhook/perfiles'])
export class WebhookController {
  constructor(private readonly summaries: TriggerSummary) {}

  @Post('resumen')
  @ApiTrigger()
  async trigger(@Body() body: TriggerBody, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    sendAnswer(await this.summaries.trigger(body, call), reply);
  }
}
