import { nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { inSoles, soles } from '../../domain/soles.js';
import { registryDay } from '../identificacion/registry-day.js';

/** Entries of the registers of judicial debtors (REDJUM) and of alimony debtors (REDAM). */
export const debtorEntries = Type.Object({
  registros: Type.Array(
    Type.Object({
      registro: Type.Enum(['REDJUM', 'REDAM']),
      monto: soles,
      moneda: inSoles,
      desde: registryDay,
      hasta: nullable(registryDay),
    }),
  ),
});
export type DebtorEntries = Static<typeof debtorEntries>;
