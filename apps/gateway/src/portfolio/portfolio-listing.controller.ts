import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Static } from 'typebox';
import { Caller } from '../authentication/caller.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiParameters, FromUrl } from '../http/url-query.js';
import { ApiErrors, errorsOf, jsonSchema } from '../openapi/api-call.js';
import { portfolioAnswer, portfolioExample, profileAnswer, summaryAnswer, summaryExample, summaryOf } from './portfolio-answer.js';
import { PortfolioCounter } from './portfolio-counts.js';
import { filtersOf, orderOf, PortfolioFilterQuery, PortfolioListQuery, wrongCursor } from './portfolio-query.js';
import { PortfolioReader, usualLimit } from './portfolio-reader.js';

/** The portfolio of a corporation, as far as it may see it. */
@ApiTags('portafolio')
@ApiBearerAuth()
@Controller('v2/portafolio')
export class PortfolioListingController {
  constructor(
    private readonly reader: PortfolioReader,
    private readonly counter: PortfolioCounter,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List your profiles, searched, filtered and sorted',
    description:
      'A page begins after the last profile of the page before, so none is left out or repeated when other profiles are added or removed. ' +
      'A profile whose own place in the order changes between two pages may be missing or come twice: to read all profiles, use `orden=documento`.',
  })
  @ApiParameters(PortfolioListQuery)
  @ApiOkResponse({ description: 'one page of profiles', schema: jsonSchema(portfolioAnswer), example: portfolioExample })
  @ApiErrors('bad_request', ...errorsOf.token, ...errorsOf.everyCall)
  async list(
    @FromUrl() { orden, limit = String(usualLimit), cursor, ...filters }: PortfolioListQuery,
    @Caller() { corporationId }: TokenSubject,
  ): Promise<Static<typeof portfolioAnswer>> {
    const asked = { limit: Number(limit), before: cursor, wrongPosition: wrongCursor };
    const { entries, older } = await this.reader.page(corporationId, filtersOf(filters), orderOf(orden), asked);
    return { statusCode: 200, data: { perfiles: entries.map(profileAnswer), siguiente: older } };
  }

  @Get('resumen')
  @ApiOperation({
    summary: 'Count your profiles by class',
    description:
      'The filters are those of the list. A profile without a class, because the section could not be read or is not in your plan, ' +
      'counts as `no_procesado`, `sin_revisar` or `sin_valor`. A query that has ended counts in no class and has no debt.',
  })
  @ApiParameters(PortfolioFilterQuery)
  @ApiOkResponse({ description: 'number of profiles by class', schema: jsonSchema(summaryAnswer), example: summaryExample })
  @ApiErrors('bad_request', ...errorsOf.token, ...errorsOf.everyCall)
  async summary(
    @FromUrl() filters: PortfolioFilterQuery,
    @Caller() { corporationId }: TokenSubject,
  ): Promise<Static<typeof summaryAnswer>> {
    return summaryOf(await this.counter.counts(corporationId, filtersOf(filters)));
  }
}
