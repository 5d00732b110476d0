import { Body, Controller, Post, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BearerGuard } from '../authentication/bearer.guard.js';
import { Costly, type CostlyCall } from '../idempotency/costly-call.js';
import { sendAnswer } from '../idempotency/send-answer.js';
import { ApiTrigger } from './api-trigger.js';
import { TriggerBody } from './trigger-body.js';
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
