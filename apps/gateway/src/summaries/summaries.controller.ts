import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { summaryExample, SummarySchema } from '../openapi/summary-schema.js';
import { ReadSummary, type ApiVersion } from './read-summary.js';

const readErrors = [
  'bad_request',
  'credentials_missing',
  'token_expired',
  'credentials_disabled',
  'profile_not_found',
  'too_many_requests',
  'internal',
] as const;

@ApiTags('perfiles')
@ApiBearerAuth()
@ApiParam({ name: 'taxId', example: '20990000019', description: 'document of the profile' })
@UseGuards(BearerGuard)
@Controller()
export class SummariesController {
  constructor(private readonly summaries: ReadSummary) {}

  @Get('v1/perfiles/:taxId/resumen')
  @ApiOperation({ summary: 'Read the summary of a profile' })
  @ApiOkResponse({ schema: SummarySchema.v1, example: summaryExample.v1 })
  @ApiErrors(...readErrors)
  readV1(@Param('taxId') taxId: string, @Caller() caller: TokenSubject, @Res() reply: FastifyReply): Promise<void> {
    return this.send('v1', taxId, caller, reply);
  }

  @Get('v2/perfiles/:taxId/resumen')
  @ApiOperation({ summary: 'Read the summary of a profile with the state of its load (beta)' })
  @ApiOkResponse({ schema: SummarySchema.v2, example: summaryExample.v2 })
  @ApiErrors(...readErrors)
  readV2(@Param('taxId') taxId: string, @Caller() caller: TokenSubject, @Res() reply: FastifyReply): Promise<void> {
    return this.send('v2', taxId, caller, reply);
  }

  private async send(version: ApiVersion, taxId: string, { corporationId }: TokenSubject, reply: FastifyReply): Promise<void> {
    const body = await this.summaries.body(version, corporationId, taxId);
    await reply.header('content-type', 'application/json; charset=utf-8').send(body);
  }
}
