import { applyDecorators, Controller, Get, Headers, Query, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { jsonSchema } from '../openapi/json-schema.js';
import { AskBilling } from './ask-billing.js';
import { asCsv } from './domain/as-csv.js';
import { askedDays, askedFormat, askedLine } from './domain/asked-statement.js';
import { soles } from './domain/soles.js';
import { answerOfStatement, balancesOf } from './statement-answer.js';
import {
  alertsAnswer,
  chargesAnswer,
  forecastAnswer,
  statementAnswer,
  type AlertsAnswer,
  type ChargesAnswer,
  type ForecastAnswer,
} from './quota-answers.js';
import { alertsExample, chargesExample, forecastExample, statementExample } from './quota-examples.js';

type Asked = Record<string, unknown>;

const day = { type: 'string', format: 'date' } as const;
const readErrors = [...errorsOf.token, ...errorsOf.everyCall] as const;

function ApiReport(summary: string, schema: TSchema, example: object): MethodDecorator {
  return applyDecorators(ApiOperation({ summary }), ApiOkResponse({ description: summary, schema: jsonSchema(schema), example }));
}

function ApiReportWithCsv(summary: string, schema: TSchema, example: object): MethodDecorator {
  const content = { 'application/json': { schema: jsonSchema(schema), example }, 'text/csv': { schema: { type: 'string' } } } as const;
  return applyDecorators(
    ApiOperation({ summary }),
    ApiQuery({ name: 'formato', enum: ['json', 'csv'], required: false, description: 'the header Accept does the same' }),
    ApiOkResponse({ description: summary, content }),
  );
}

/** Where the monitoring-months of a corporation went, and where they are going. */
@ApiTags('cuota')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller('v2/cuota')
export class QuotaController {
  constructor(private readonly billing: AskBilling) {}

  @Get('estado-de-cuenta')
  @ApiReportWithCsv('Read the statement of a contract, line by line with its balance', statementAnswer, statementExample)
  @ApiQuery({ name: 'contrato', schema: { type: 'string', format: 'uuid' }, required: false, description: 'the newest one when left out' })
  @ApiQuery({ name: 'desde_linea', schema: { type: 'integer' }, required: false, description: 'siguiente of the page before' })
  @ApiErrors('bad_request', 'not_found', ...readErrors)
  async statement(
    @Query() query: Asked,
    @Headers('accept') accept: string | undefined,
    @Caller() { corporationId }: TokenSubject,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [afterSeq, format] = [askedLine(query), askedFormat(query, accept)];
    const contract = await this.billing.contract(corporationId, query.contrato);
    const { contractId } = contract;
    const answer = answerOfStatement(contract, await this.billing.ask('quota.statement', { corporationId, contractId, afterSeq }));
    await send(reply, format, answer, answer.data.lineas);
  }

  @Get('pronostico')
  @ApiReport('Read how the quota lasts until the end of the contract', forecastAnswer, forecastExample)
  @ApiErrors(...readErrors)
  async forecast(@Caller() { corporationId }: TokenSubject): Promise<ForecastAnswer> {
    const { forecast } = await this.billing.ask('quota.forecast', { corporationId });
    if (!forecast) return { statusCode: 200, data: null };
    const { contractId, endsOn, quota, months, monthsToCarryAll, surplus } = forecast;
    return {
      statusCode: 200,
      data: {
        contrato: contractId,
        fin: endsOn,
        cuota: balancesOf(quota),
        meses: months.map(({ month, profiles, lapsing }) => ({ mes: month, perfiles: profiles, vencen: lapsing })),
        meses_para_todos: monthsToCarryAll,
        excedente: surplus,
      },
    };
  }

  @Get('alertas')
  @ApiReport('Read the alerts about the quota, the newest first', alertsAnswer, alertsExample)
  @ApiErrors(...readErrors)
  async alerts(@Caller() { corporationId }: TokenSubject): Promise<AlertsAnswer> {
    const { alerts } = await this.billing.ask('quota.alerts', { corporationId });
    const data = alerts.map(({ contractId, kind, crossing, facts, raisedAt }) => ({
      contrato: contractId,
      tipo: kind,
      umbral: crossing,
      datos: facts,
      fecha: raisedAt,
    }));
    return { statusCode: 200, data };
  }

  @Get('cargos')
  @ApiReportWithCsv('Read what was charged for documents that were new on the platform', chargesAnswer, chargesExample)
  @ApiQuery({ name: 'desde', schema: day, required: true, description: 'first day, in Lima' })
  @ApiQuery({ name: 'hasta', schema: day, required: true, description: 'last day, in Lima' })
  @ApiErrors('bad_request', ...readErrors)
  async charges(
    @Query() query: Asked,
    @Headers('accept') accept: string | undefined,
    @Caller() { corporationId }: TokenSubject,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [days, format] = [askedDays(query), askedFormat(query, accept)];
    const { charges, totalCents } = await this.billing.ask('charges.list', { corporationId, ...days });
    const cargos = charges.map(({ docType, taxId, priceCents, chargedAt }) => ({
      docType,
      taxId,
      importe: soles(priceCents),
      fecha: chargedAt,
    }));
    const answer: ChargesAnswer = { statusCode: 200, data: { cargos, total: soles(totalCents) } };
    await send(reply, format, answer, cargos);
  }
}

async function send(reply: FastifyReply, format: 'json' | 'csv', answer: object, rows: object[]): Promise<void> {
  reply.header('vary', 'accept');
  if (format === 'json') await reply.send(answer);
  else await reply.type('text/csv; charset=utf-8').send(asCsv(rows));
}
