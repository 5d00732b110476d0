import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Static, Type } from 'typebox';
import { Caller } from '../authentication/caller.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { AddedUpReports } from './added-up-reports.js';
import { ApiReport, balances, balancesOf, day, exampleBalances, exampleContract, months } from './answer-shapes.js';
import { answer, orNull, shape } from '../openapi/answer-shape.js';

const forecastAnswer = answer(
  'ForecastAnswer',
  orNull(
    shape('Forecast', {
      contrato: Type.String({ format: 'uuid' }),
      fin: day,
      cuota: balances,
      meses: Type.Array(
        shape('ForecastMonth', {
          mes: Type.String({ description: 'month in Lima, YYYY-MM' }),
          perfiles: Type.Integer({ description: 'number of profiles that are paid for the month' }),
          vencen: Type.Integer({
            description: 'number of profiles whose last paid month it is; in the last month of the contract, those that end with it',
          }),
        }),
      ),
      meses_para_todos: months('months needed to carry every active monitoring to the end of the contract'),
      excedente: months('months that would then be left; negative: the quota does not suffice'),
    }),
    'the forecast; null without a contract in force that has a quota',
  ),
);
type ForecastAnswer = Static<typeof forecastAnswer>;

/** From the day of the other examples to the end of their contract. */
const exampleMonths = ['2026-11', '2026-12', ...Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}`)];
const lastPaid = '2027-04';

const forecastExample: ForecastAnswer = {
  statusCode: 200,
  data: {
    contrato: exampleContract,
    fin: '2027-12-31',
    cuota: exampleBalances,
    meses: exampleMonths.map((mes) => ({ mes, perfiles: mes <= lastPaid ? 1 : 0, vencen: mes === lastPaid ? 1 : 0 })),
    meses_para_todos: 8,
    excedente: 86,
  },
};

@ApiTags('cuota')
@ApiBearerAuth()
@Controller('v2/cuota')
export class ForecastController {
  constructor(private readonly reports: AddedUpReports) {}

  @Get('pronostico')
  @ApiReport('Read whether the quota lasts until the end of the contract', forecastAnswer, forecastExample)
  async forecast(@Caller() { corporationId }: TokenSubject): Promise<ForecastAnswer> {
    const { forecast } = await this.reports.ask('quota.forecast', { corporationId });
    if (!forecast) return { statusCode: 200, data: null };
    const { contractId, endsOn, quota, months: each, monthsToCarryAll, surplus } = forecast;
    return {
      statusCode: 200,
      data: {
        contrato: contractId,
        fin: endsOn,
        cuota: balancesOf(quota),
        meses: each.map(({ month, profiles, lapsing }) => ({ mes: month, perfiles: profiles, vencen: lapsing })),
        meses_para_todos: monthsToCarryAll,
        excedente: surplus,
      },
    };
  }
}
