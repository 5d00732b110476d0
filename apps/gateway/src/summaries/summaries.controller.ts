import { Controller, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { docTypes } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { summaryExample, SummarySchema } from '../openapi/summary-schema.js';
import { askedDocTypes } from './domain/asked-doc-types.js';
import { ReadSummary, type ApiVersion } from './read-summary.js';

const readErrors = ['bad_request', 'body_unexpected', 'profile_not_found', ...errorsOf.token, ...errorsOf.everyCall] as const;

@ApiTags('perfiles')
@ApiBearerAuth()
@ApiParam({ name: 'taxId', schema: { type: 'string' }, example: '20990000019', description: 'document of the profile' })
@ApiQuery({ name: 'docType', enum: docTypes, required: false, description: 'where a number fits two kinds; RUC goes before DNI before CE' })
@UseGuards(BearerGuard)
@Controller()
export class SummariesController {
  constructor(private readonly summaries: ReadSummary) {}

  @Get('v1/perfiles/:taxId/resumen')
  @ApiOperation({ summary: 'Read the summary of a profile' })
  @ApiOkResponse({ description: 'the summary', schema: SummarySchema.v1, example: summaryExample.v1 })
  @ApiErrors(...readErrors)
  readV1(
    @Param('taxId') taxId: string,
    @Query('docType') docType: unknown,
    @Caller() caller: TokenSubject,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send('v1', taxId, docType, caller, reply);
  }

  @Get('v2/perfiles/:taxId/resumen')
  @ApiOperation({ summary: 'Read the summary of a profile with the state of its load (beta)' })
  @ApiOkResponse({ description: 'the summary', schema: SummarySchema.v2, example: summaryExample.v2 })
  @ApiErrors(...readErrors)
  readV2(
    @Param('taxId') taxId: string,
    @Query('docType') docType: unknown,
    @Caller() caller: TokenSubject,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send('v2', taxId, docType, caller, reply);
  }

  private async send(version: ApiVersion, taxId: string, docType: unknown, caller: TokenSubject, reply: FastifyReply): Promise<void> {
    const body = await this.summaries.body(version, caller.corporationId, taxId, askedDocTypes(taxId, docType));
    await reply.header('content-type', 'application/json; charset=utf-8').send(body);
  }
}
