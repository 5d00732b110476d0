import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { Peers } from '@vigia/messaging';
import { type Static, Type } from 'typebox';
import { Caller } from '../authentication/caller.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import {
  ApiReport,
  balances,
  balancesOf,
  currency,
  day,
  endChanges,
  endChangesOf,
  exampleBalances,
  exampleContract,
  exampleEndChanges,
  moneda,
  plan,
  plans,
  soles,
} from './answer-shapes.js';
import { answer, orNull, shape } from '../openapi/answer-shape.js';
import { sectionName } from '@vigia/contracts';

const contractsAnswer = answer(
  'ContractsAnswer',
  Type.Array(
    shape('Contract', {
      contrato: Type.String({ format: 'uuid' }),
      plan,
      inicio: day,
      fin: day,
      cambios_de_fin: endChanges,
      estado: Type.Enum(['futuro', 'vigente', 'terminado']),
      cuota: orNull(balances, 'balances of the quota; null under a monthly plan, which has no quota'),
      precio_documento: Type.Number({ description: 'price in soles of each document that is new on the platform' }),
      moneda,
      secciones_excluidas: Type.Array(sectionName, { description: 'sections of the summary that the plan leaves out' }),
    }),
    { description: 'contracts, oldest first' },
  ),
);
type ContractsAnswer = Static<typeof contractsAnswer>;

const contractsExample: ContractsAnswer = {
  statusCode: 200,
  data: [
    {
      contrato: exampleContract,
      plan: 'pago_unico',
      inicio: '2026-01-01',
      fin: '2027-12-31',
      cambios_de_fin: exampleEndChanges,
      estado: 'vigente',
      cuota: exampleBalances,
      precio_documento: 10.05,
      moneda: 'PEN',
      secciones_excluidas: ['comercio_exterior'],
    },
  ],
};

const phases = { ahead: 'futuro', in_force: 'vigente', ended: 'terminado' } as const;

@ApiTags('cuota')
@ApiBearerAuth()
@Controller('v2/cuota')
export class ContractsController {
  constructor(private readonly peers: Peers) {}

  @Get('contratos')
  @ApiReport('List the contracts of your corporation', contractsAnswer, contractsExample)
  async contracts(@Caller() { corporationId }: TokenSubject): Promise<ContractsAnswer> {
    const { contracts } = await this.peers.ask('contracts.list', { corporationId });
    const data = contracts.map((contract) => ({
      contrato: contract.contractId,
      plan: plans[contract.kind],
      inicio: contract.startsOn,
      fin: contract.endsOn,
      cambios_de_fin: endChangesOf(contract),
      estado: phases[contract.phase],
      cuota: contract.quota && balancesOf(contract.quota),
      precio_documento: soles(contract.documentPriceCents),
      moneda: currency,
      secciones_excluidas: contract.excludedSections,
    }));
    return { statusCode: 200, data };
  }
}
