import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { Peers } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Caller } from '../authentication/caller.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { sendCsv } from '../csv/send-csv.js';
import { ApiParameters, Day, FromUrl } from '../http/url-query.js';
import { ApiErrors, errorsOf } from '../openapi/api-call.js';
import {
  ContractAsked,
  contractNamed,
  type FileAsked,
  formatAsked,
  FormatAsked,
  LastDayAsked,
  periodAsked,
  PositionAsked,
  SeparatorAsked,
} from './report-query.js';
import { ReportReader } from './report-reader.js';
import { ApiCsvReport, linkToNext, sendJson } from './send-report.js';
import { answerOfStatement, statementAnswer, statementExample } from './statement-answer.js';
import { statementCsvExample, statementFile } from './statement-csv.js';

export class StatementQuery {
  @ContractAsked(
    'id of the contract; when left out the contract in force today, or else the latest that was in force. The statement of a monthly contract is empty: it has no months',
  )
  contrato?: unknown;
  @PositionAsked('desde_linea', { type: 'integer', minimum: 0, maximum: 999_999_999 }, /^[0-9]{1,9}$/) desde_linea?: string;
  @Day('desde', 'first day of the period, in Lima; saldo_inicial is the balance before it') desde?: string;
  @LastDayAsked('last day of the period, in Lima; saldo_final is the balance after it') hasta?: string;
  @FormatAsked() formato?: FileAsked['formato'];
  @SeparatorAsked() separador?: FileAsked['separador'];
}

/** Where the monitoring-months of a contract went. */
@ApiTags('cuota')
@ApiBearerAuth()
@Controller('v2/cuota')
export class StatementController {
  constructor(
    private readonly peers: Peers,
    private readonly reports: ReportReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get('estado-de-cuenta')
  @ApiCsvReport({
    summary: 'Read the statement of a contract, line by line with its balance',
    note: 'Every row of the file has the id of the contract in its last column, `contrato`; the name of the file has its first eight characters.',
    schema: statementAnswer,
    example: statementExample,
    csvExample: statementCsvExample,
  })
  @ApiParameters(StatementQuery)
  @ApiErrors('bad_request', 'not_found', ...errorsOf.token, ...errorsOf.everyCall)
  async statement(
    @FromUrl() query: StatementQuery,
    @Caller() { corporationId }: TokenSubject,
    @Req() { originalUrl, headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const period = periodAsked(query);
    const contract = await contractNamed(this.peers, corporationId, query.contrato);
    const { contractId } = contract;
    const asked = { corporationId, contractId, ...period };
    const afterLine = Number(query.desde_linea ?? 0);
    if (formatAsked(query, headers.accept) === 'json') {
      const link = (line: number) => linkToNext(originalUrl, { contrato: contractId, desde_linea: String(line) });
      return sendJson(reply, answerOfStatement(contract, await this.reports.statement(asked, afterLine), link));
    }
    const pages = await this.reports.statementPages(asked, afterLine);
    return sendCsv(reply, this.logger, { ...statementFile(contract, period), separador: query.separador, pages });
  }
}
