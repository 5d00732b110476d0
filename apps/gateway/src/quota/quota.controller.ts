import { applyDecorators, Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { QuotaAlert } from '@vigia/contracts';
import { Peers } from '@vigia/messaging';
import type { TSchema } from 'typebox';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiErrors, errorsOf, jsonSchema } from '../openapi/api-call.js';
import { currency, soles } from './domain/soles.js';
import { plans } from './previews.controller.js';
import {
  alertsAnswer,
  balancesOf,
  contractsAnswer,
  forecastAnswer,
  type AlertsAnswer,
  type ContractsAnswer,
  type ForecastAnswer,
} from './quota-answers.js';
import { alertsExample, contractsExample, forecastExample } from './quota-examples.js';

const readErrors = [...errorsOf.token, ...errorsOf.everyCall] as const;
const phases = { ahead: 'futuro', in_force: 'vigente', ended: 'terminado' } as const;

function ApiReport(summary: string, schema: TSchema, example: object): MethodDecorator {
  return applyDecorators(ApiOperation({ summary }), ApiOkResponse({ description: summary, schema: jsonSchema(schema), example }));
}

/** The contracts of a corporation, and where their months are going. */
@ApiTags('cuota')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller('v2/cuota')
export class QuotaController {
  constructor(private readonly peers: Peers) {}

  @Get('contratos')
  @ApiReport('List the contracts', contractsAnswer, contractsExample)
  @ApiErrors(...readErrors)
  async contracts(@Caller() { corporationId }: TokenSubject): Promise<ContractsAnswer> {
    const { contracts } = await this.peers.ask('contracts.list', { corporationId });
    const data = contracts.map(({ contractId, kind, startsOn, endsOn, phase, quota, documentPriceCents, excludedSections }) => ({
      contrato: contractId,
      plan: plans[kind],
      inicio: startsOn,
      fin: endsOn,
      estado: phases[phase ?? 'in_force'],
      cuota: quota && balancesOf(quota),
      precio_documento: soles(documentPriceCents),
      moneda: currency,
      secciones_excluidas: excludedSections,
    }));
    return { statusCode: 200, data };
  }

  @Get('pronostico')
  @ApiReport('Read how the quota lasts until the end of the contract', forecastAnswer, forecastExample)
  @ApiErrors(...readErrors)
  async forecast(@Caller() { corporationId }: TokenSubject): Promise<ForecastAnswer> {
    const { forecast } = await this.peers.ask('quota.forecast', { corporationId });
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
  @ApiReport('Read the alerts about the quota, the newest first, at most 500', alertsAnswer, alertsExample)
  @ApiErrors(...readErrors)
  async alerts(@Caller() { corporationId }: TokenSubject): Promise<AlertsAnswer> {
    const { alerts } = await this.peers.ask('quota.alerts', { corporationId });
    const data = alerts.map((alert) => ({ contrato: alert.contractId, ...raised(alert), fecha: alert.raisedAt }));
    return { statusCode: 200, data };
  }
}

/** Billing keeps the threshold in the name of an alert, and the day that an alert is about as that which it is raised once for. */
function raised({ kind, crossing, facts }: QuotaAlert) {
  const [, level] = /^quota_(\d+)$/.exec(kind) ?? [];
  if (level) return { tipo: 'quota', umbral: level, datos: facts };
  return { tipo: kind, umbral: /\d+/.exec(kind)?.[0] ?? crossing, datos: { ...facts, day: crossing } };
}
