import { Controller, Get, Headers, Inject, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { PayloadOf } from '@vigia/contracts';
import { Peers } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { limaDay } from '../domain/lima-time.js';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { contractNamed } from './contract-named.js';
import { ApiCsvReport, pagesFrom, sendCsv, sendJson } from './send-report.js';
import { askedFormat, askedLine, askedPeriod, askedSeparator, linkToNext } from './domain/asked-report.js';
import { answerOfStatement, statementAnswer, statementExample } from './statement-answer.js';
import { statementColumns, statementRows } from './statement-csv.js';

const day = { type: 'string', format: 'date' } as const;

/** Where the monitoring-months of a contract went. */
@ApiTags('cuota')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller('v2/cuota')
export class StatementController {
  constructor(
    private readonly peers: Peers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get('estado-de-cuenta')
  @ApiCsvReport({
    summary: 'Read the statement of a contract, line by line with its balance',
    schema: statementAnswer,
    example: statementExample,
    csvExample: `${statementColumns.join(',')}\r\n`,
  })
  @ApiQuery({
    name: 'contrato',
    schema: { type: 'string', format: 'uuid' },
    required: false,
    description: 'when left out the one in force today, else the last that was',
  })
  @ApiQuery({ name: 'desde', schema: day, required: false, description: 'first day, in Lima; saldo_inicial is the balance before it' })
  @ApiQuery({ name: 'hasta', schema: day, required: false, description: 'last day, in Lima; saldo_final is the balance after it' })
  @ApiQuery({ name: 'desde_linea', schema: { type: 'integer' }, required: false, description: 'siguiente of the page before' })
  @ApiErrors('bad_request', 'not_found', ...errorsOf.token, ...errorsOf.everyCall)
  async statement(
    @Query() query: Record<string, unknown>,
    @Headers('accept') accept: string | undefined,
    @Caller() { corporationId }: TokenSubject,
    @Req() { originalUrl }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [afterSeq, period, format, separator] = [askedLine(query), askedPeriod(query), askedFormat(query, accept), askedSeparator(query)];
    const contract = await contractNamed(this.peers, corporationId, query.contrato);
    const { contractId, startsOn } = contract;
    const read = (from: Partial<PayloadOf<'quota.statement'>>) =>
      this.peers.ask('quota.statement', { corporationId, contractId, ...period, ...from });
    const first = await read({ afterSeq });
    if (format === 'json') {
      const link = (line: number) => linkToNext(originalUrl, { contrato: contractId, desde_linea: String(line) });
      return sendJson(reply, answerOfStatement(contract, first, link));
    }
    // What is entered while the file is read is no part of it.
    const pages = pagesFrom(first, ({ more, lines, upToSeq }) => (more ? read({ afterSeq: lines.at(-1)?.seq, upToSeq }) : undefined));
    const name = `vigia-estado-de-cuenta-${period.from ?? startsOn}-${period.to ?? limaDay(new Date())}`;
    return sendCsv(reply, this.logger, { name, separator, rows: statementRows(pages) });
  }
}
