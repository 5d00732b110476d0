import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isValidDocument, VigiaError } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { ApiJsonBody } from '../openapi/api-json-body.js';
import { answerTo } from './answer.js';
import { loadAnswerExamples, LoadAnswer, loadBodyExamplesV1, LoadBodyV1 } from './load-body.js';
import { RequestLoad } from './request-load.js';

@ApiTags('perfiles')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller('v1/perfiles')
export class LoadsController {
  constructor(private readonly loads: RequestLoad) {}

  @Post('cargar')
  @HttpCode(200)
  @ApiOperation({ summary: 'Load one profile and wait for it' })
  @ApiJsonBody(LoadBodyV1, loadBodyExamplesV1)
  @ApiOkResponse({
    type: LoadAnswer,
    description: 'the profile was processed, or was there already',
    example: loadAnswerExamples.processed,
  })
  @ApiAcceptedResponse({
    type: LoadAnswer,
    description: 'the load goes on; the summary will show its result',
    example: loadAnswerExamples.loading,
  })
  @ApiErrors(
    'bad_request',
    'document_invalid',
    'taxpayer_not_found',
    'contract_not_active',
    'all_sources_failed',
    'billing_unavailable',
    'unavailable',
    ...errorsOf.token,
    ...errorsOf.body,
    ...errorsOf.everyCall,
  )
  async load(
    @Body() { taxId, docType, isMonitoring = true }: LoadBodyV1,
    @Caller() { corporationId }: TokenSubject,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoadAnswer> {
    if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
    const outcome = await this.loads.request({ corporationId, docType, taxIds: [taxId], mode: isMonitoring ? 'monitoring' : 'query' });
    const answer = answerTo(taxId, outcome);
    void reply.status(answer.statusCode);
    return answer;
  }
}
