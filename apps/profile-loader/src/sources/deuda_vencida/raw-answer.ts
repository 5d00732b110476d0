import { Type, type Static } from 'typebox';
import { registerMonth } from '../../domain/register-month.js';
import { soles } from '../../domain/soles.js';

/** Bills that creditors report as unpaid, by month and creditor. */
export const overdueBills = Type.Object({ deudas: Type.Array(Type.Object({ periodo: registerMonth, monto: soles })) });
export type OverdueBills = Static<typeof overdueBills>;
