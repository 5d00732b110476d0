import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { QuotaAlert } from '@vigia/contracts';
import { type Static, Type } from 'typebox';
import { Caller } from '../authentication/caller.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { AddedUpReports } from './added-up-reports.js';
import { ApiReport, exampleContract } from './answer-shapes.js';
import { answer, shape } from '../openapi/answer-shape.js';

const alertsAnswer = answer(
  'AlertsAnswer',
  Type.Array(
    shape('QuotaAlert', {
      contrato: Type.String({ format: 'uuid' }),
      tipo: Type.String({
        description:
          '`quota`: at most the percentage in `umbral` of the quota is left; `lapse_in_7_days`: monitorings end within 7 days; `contract_ends_in_30_days`. ' +
          'Later versions may add kinds',
      }),
      umbral: Type.String({
        description:
          'threshold of the alert: for `quota` the percentage of the quota that is left, held months included; otherwise a number of days',
      }),
      datos: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description:
          '`quota`: `granted`, `available` and `held` months when it was raised; `lapse_in_7_days`: number of `profiles` whose monitoring ends on `day`, as of now; ' +
          '`contract_ends_in_30_days`: `available` months that end with the contract on `day`, as of now. ' +
          'Under a monthly plan there is no `available`: monitoring ends on `day`, because no monthly contract begins on the day after',
      }),
      fecha: Type.String({ format: 'date-time', description: 'when the alert was raised' }),
    }),
  ),
);
type AlertsAnswer = Static<typeof alertsAnswer>;

const alertsExample: AlertsAnswer = {
  statusCode: 200,
  data: [
    {
      contrato: exampleContract,
      tipo: 'lapse_in_7_days',
      umbral: '7',
      datos: { profiles: 2, day: '2026-11-30' },
      fecha: '2026-11-23T05:00:00.000Z',
    },
    {
      contrato: exampleContract,
      tipo: 'quota',
      umbral: '50',
      datos: { granted: 100, available: 47, held: 2 },
      fecha: '2026-11-20T16:02:07.314Z',
    },
  ],
};

@ApiTags('cuota')
@ApiBearerAuth()
@Controller('v2/cuota')
export class AlertsController {
  constructor(private readonly reports: AddedUpReports) {}

  @Get('alertas')
  @ApiReport('Read the alerts about the quota: the newest 500, newest first', alertsAnswer, alertsExample)
  async alerts(@Caller() { corporationId }: TokenSubject): Promise<AlertsAnswer> {
    const { alerts } = await this.reports.ask('quota.alerts', { corporationId });
    const data = alerts.map((alert) => ({ contrato: alert.contractId, ...raised(alert), fecha: alert.raisedAt }));
    return { statusCode: 200, data };
  }
}

/** Billing keeps the threshold in the kind of an alert. For other kinds `crossing` is the day that the alert concerns. */
function raised({ kind, crossing, facts }: QuotaAlert) {
  const [, level] = /^quota_(\d+)$/.exec(kind) ?? [];
  if (level) return { tipo: 'quota', umbral: level, datos: facts };
  return { tipo: kind, umbral: /\d+/.exec(kind)?.[0] ?? crossing, datos: { ...facts, day: crossing } };
}
