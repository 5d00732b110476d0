import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { sections } from '@vigia/contracts';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { jsonSchema } from '../openapi/api-call.js';
import { ApiProfile, readErrors } from '../summaries/api-read-summary.js';
import { askedDocTypes } from '../summaries/domain/asked-profile.js';
import { askedChanges, mostPerPage, usualPage } from './domain/asked-changes.js';
import { historyAnswer, historyExample, type HistoryAnswer } from './history-answer.js';
import { ReadHistory } from './read-history.js';

const day = { type: 'string', format: 'date' } as const;

@ApiTags('perfiles')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller()
export class HistoryController {
  constructor(private readonly history: ReadHistory) {}

  @Get('v2/perfiles/:taxId/historial')
  @ApiOperation({ summary: 'Read what changed in a profile while you could read it' })
  @ApiProfile()
  @ApiQuery({ name: 'seccion', enum: sections, required: false, description: 'only changes of this section' })
  @ApiQuery({ name: 'desde', schema: day, required: false, description: 'from this day on, in Lima' })
  @ApiQuery({ name: 'hasta', schema: day, required: false, description: 'up to this day in Lima, and all of it' })
  @ApiQuery({ name: 'limit', schema: { type: 'integer', minimum: 1, maximum: mostPerPage, default: usualPage }, required: false })
  @ApiQuery({ name: 'cursor', schema: { type: 'string' }, required: false, description: 'siguiente of the page before' })
  @ApiOkResponse({ description: 'one page of changes', schema: jsonSchema(historyAnswer), example: historyExample })
  @ApiErrors(...readErrors)
  async read(
    @Param('taxId') taxId: string,
    @Query() query: Record<string, unknown>,
    @Caller() { corporationId }: TokenSubject,
  ): Promise<HistoryAnswer> {
    const asked = { corporationId, taxId, docTypes: askedDocTypes(taxId, query.docType) };
    return { statusCode: 200, data: { taxId, ...(await this.history.page(asked, askedChanges(query))) } };
  }
}
