import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { chargePosition } from '@vigia/contracts';
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
  PositionAsked,
  SeparatorAsked,
} from './report-query.js';
import { ReportReader } from './report-reader.js';
import { ApiCsvReport, linkToNext, sendJson } from './send-report.js';
import { answerOfCharges, chargesAnswer, chargesCsvExample, chargesExample, chargesRows } from './charges-answer.js';

export class ChargesQuery {
  @ContractAsked('id of the contract; when left out all contracts') contrato?: unknown;
  @Day('desde', 'first day of the period, in Lima', { required: true }) desde: string;
  @LastDayAsked('last day of the period, in Lima', { required: true }) hasta: string;
  @PositionAsked('desde_cargo', { type: 'string', pattern: chargePosition.source }, chargePosition) desde_cargo?: string;
  @FormatAsked() formato?: FileAsked['formato'];
  @SeparatorAsked() separador?: FileAsked['separador'];
}

/** The charges for documents, in soles. */
@ApiTags('cuota')
@ApiBearerAuth()
@Controller('v2/cuota')
export class ChargesController {
  constructor(
    private readonly peers: Peers,
    private readonly reports: ReportReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get('cargos')
  @ApiCsvReport({
    summary: 'Read the charges for documents that were new on the platform',
    note: 'A day that is over is final: in the first minutes of the next day, an answer that ends with it waits for charges that are being entered, and is a 503 if that takes long.',
    schema: chargesAnswer,
    example: chargesExample,
    csvExample: chargesCsvExample,
  })
  @ApiParameters(ChargesQuery)
  @ApiErrors('bad_request', 'not_found', ...errorsOf.token, ...errorsOf.everyCall)
  async charges(
    @FromUrl() query: ChargesQuery,
    @Caller() { corporationId }: TokenSubject,
    @Req() { originalUrl, headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { desde: from, hasta: to, desde_cargo: position, separador } = query;
    const contract = query.contrato === undefined ? undefined : await contractNamed(this.peers, corporationId, query.contrato);
    const period = { corporationId, from, to, ...(contract && { contractId: contract.contractId }) };
    if (formatAsked(query, headers.accept) === 'json') {
      const page = await this.reports.charges(period, position);
      return sendJson(
        reply,
        answerOfCharges(page, (next) => linkToNext(originalUrl, { desde_cargo: next })),
      );
    }
    const pages = await this.reports.chargesPages(period, position);
    const name = `vigia-cargos-${from}-${to}`;
    return sendCsv(reply, this.logger, { name, separador, pages, rows: chargesRows });
  }
}
