import { Controller, Get, Headers, Inject, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Peers } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { contractNamed } from './contract-named.js';
import { ApiCsvReport, pagesFrom, sendCsv, sendJson } from './send-report.js';
import { answerOfCharges, chargesAnswer, chargesColumns, chargesExample, chargesRows } from './charges-answer.js';
import { askedDays, askedFormat, askedPosition, askedSeparator, linkToNext } from './domain/asked-report.js';

const day = { type: 'string', format: 'date' } as const;

/** What was charged for documents, in soles. */
@ApiTags('cuota')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller('v2/cuota')
export class ChargesController {
  constructor(
    private readonly peers: Peers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get('cargos')
  @ApiCsvReport({
    summary: 'Read what was charged for documents that were new on the platform',
    schema: chargesAnswer,
    example: chargesExample,
    csvExample: `${chargesColumns.join(',')}\r\n`,
  })
  @ApiQuery({ name: 'desde', schema: day, required: true, description: 'first day, in Lima' })
  @ApiQuery({ name: 'hasta', schema: day, required: true, description: 'last day, in Lima' })
  @ApiQuery({ name: 'contrato', schema: { type: 'string', format: 'uuid' }, required: false, description: 'all of them when left out' })
  @ApiQuery({ name: 'desde_cargo', schema: { type: 'string' }, required: false, description: 'siguiente of the page before' })
  @ApiErrors('bad_request', 'not_found', ...errorsOf.token, ...errorsOf.everyCall)
  async charges(
    @Query() query: Record<string, unknown>,
    @Headers('accept') accept: string | undefined,
    @Caller() { corporationId }: TokenSubject,
    @Req() { originalUrl }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [days, position, format, separator] = [askedDays(query), askedPosition(query), askedFormat(query, accept), askedSeparator(query)];
    const contract = query.contrato === undefined ? undefined : await contractNamed(this.peers, corporationId, query.contrato);
    const period = { corporationId, ...days, ...(contract && { contractId: contract.contractId }) };
    const read = (after: string | undefined) => this.peers.ask('charges.list', { ...period, ...(after && { after }) });
    if (format === 'json') {
      const [page, { totalCents }] = await Promise.all([read(position), this.peers.ask('charges.total', period)]);
      return sendJson(
        reply,
        answerOfCharges(page, totalCents, (next) => linkToNext(originalUrl, { desde_cargo: next })),
      );
    }
    const pages = pagesFrom(await read(position), ({ next }) => (next ? read(next) : undefined));
    const name = `vigia-cargos-${days.from}-${days.to}`;
    return sendCsv(reply, this.logger, { name, separator, rows: chargesRows(pages) });
  }
}
