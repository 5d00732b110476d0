import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { possibleDocTypes } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { BearerGuard } from '../authentication/bearer.guard.js';
import { AnswerOnce } from '../idempotency/answer-once.js';
import { ApiCostly, Costly, requestIdHeader, type CostlyCall } from '../idempotency/costly-call.js';
import { nothingAsked } from '../loads/domain/request-outcome.js';
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
  @ApiCostly()
  @ApiJsonBody(ForcedUpdateBody, forcedUpdateBodies)
  @ApiOkResponse({
    type: ForcedUpdateAnswer,
    description: 'what became of every profile',
    example: forcedUpdateExamples.updated,
    headers: requestIdHeader,
  })
  @ApiAcceptedResponse({
    type: ForcedUpdateAnswer,
    description: 'some updates go on',
    example: forcedUpdateExamples.updating,
    headers: requestIdHeader,
  })
  @ApiErrors('bad_request', 'idempotency_key_reused', 'too_many_documents', ...errorsOf.token, ...errorsOf.body, ...errorsOf.everyCall)
  async update(@Body() { taxIds: given, months }: ForcedUpdateBody, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    const taxIds = [...new Set(given)];
    const possible = taxIds.filter((taxId) => possibleDocTypes(taxId).length > 0);
    const { corporationId, origin } = call;
    const answer = await this.once.answer(call, async (requestId) => {
      const command = { requestId, corporationId, origin, taxIds: possible, ...(months !== undefined && { months }) };
      const outcome = possible.length > 0 ? await this.loads.outcome('reprocess.start', command) : nothingAsked;
      const said = answerForForcedUpdate(taxIds, outcome, await this.portfolio.noteOnMonths(corporationId, months));
      return { status: said.statusCode, text: JSON.stringify(said), goesOn: said.statusCode === 202 };
    });
    sendAnswer(answer, reply);
  }
}
