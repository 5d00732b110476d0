import { Type, type Static } from 'typebox';
import { onceAMonth } from '../../domain/once-a-month.js';
import { registerMonth } from '../../domain/register-month.js';
import { soles } from '../../domain/soles.js';

/** Debts in enforced collection, at one cut per month; a cut without debts says that there were none. */
export const coactiveCuts = Type.Object({
  cortes: onceAMonth(Type.Object({ periodo: registerMonth, deudas: Type.Array(Type.Object({ monto_deuda: soles })) })),
});
export type CoactiveCuts = Static<typeof coactiveCuts>;
