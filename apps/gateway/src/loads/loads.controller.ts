import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { isValidDocument, VigiaError } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { answerTo } from './answer.js';
import { LoadAnswer, LoadBodyV1 } from './load-body.js';
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
  @ApiOkResponse({ type: LoadAnswer })
  @ApiResponse({ status: 202, type: LoadAnswer, description: 'the load goes on; the summary will show its result' })
  @ApiErrors(
    'bad_request',
    'document_invalid',
    'credentials_missing',
    'token_expired',
    'credentials_disabled',
    'taxpayer_not_found',
    'contract_not_active',
    'body_too_large',
    'media_type',
    'too_many_requests',
    'internal',
    'all_sources_failed',
    'billing_unavailable',
    'unavailable',
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
