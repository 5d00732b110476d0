import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { AnswerOnce } from '../idempotency/answer-once.js';
import { ApiIdempotent, Idempotent, type IdempotentCall } from '../idempotency/idempotent-call.js';
import { Portfolio } from '../loads/portfolio.js';
import { RequestLoad } from '../loads/request-load.js';
import { sendAnswer } from '../idempotency/send-answer.js';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { ApiJsonBody } from '../openapi/api-json-body.js';
import { answerForForcedUpdate } from './domain/answer-for-forced-update.js';
import { ForcedUpdateAnswer, forcedUpdateExamples } from './forced-update-answer.js';
import { ForcedUpdateBody, forcedUpdateBodies } from './forced-update-body.js';

@ApiTags('perfiles')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller()
export class ForcedUpdatesController {
  constructor(
    private readonly once: AnswerOnce,
    private readonly loads: RequestLoad,
    private readonly portfolio: Portfolio,
  ) {}

  @Post('v2/perfiles/forzar-actualizacion')
  @HttpCode(200)
  @ApiOperation({ summary: 'Refresh up to 100 active profiles from every source and wait for them' })
  @ApiIdempotent()
  @ApiJsonBody(ForcedUpdateBody, forcedUpdateBodies)
  @ApiOkResponse({ type: ForcedUpdateAnswer, description: 'what became of every profile', example: forcedUpdateExamples.updated })
  @ApiAcceptedResponse({ type: ForcedUpdateAnswer, description: 'some updates go on', example: forcedUpdateExamples.updating })
  @ApiErrors('bad_request', 'idempotency_key_reused', 'too_many_documents', ...errorsOf.token, ...errorsOf.body, ...errorsOf.everyCall)
  async update(
    @Body() { taxIds: given, months }: ForcedUpdateBody,
    @Caller() { corporationId }: TokenSubject,
    @Idempotent() call: IdempotentCall | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const taxIds = [...new Set(given)];
    const answer = await this.once.answer(corporationId, call, async (requestId) => {
      const command = { requestId, corporationId, taxIds, ...(months !== undefined && { months }) };
      const outcome = await this.loads.outcome('reprocess.start', command);
      const said = answerForForcedUpdate(taxIds, outcome, await this.portfolio.noteOnMonths(corporationId, months));
      return { status: said.statusCode, text: JSON.stringify(said), goesOn: said.statusCode === 202 };
    });
    sendAnswer(answer, reply);
  }
}
