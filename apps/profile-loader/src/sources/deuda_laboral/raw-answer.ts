import { Type, type Static } from 'typebox';
import { registerMonth } from '../../domain/register-month.js';
import { soles } from '../../domain/soles.js';

/** Contributions that were due and not paid, by month and creditor. */
export const labourDebts = Type.Object({ deudas: Type.Array(Type.Object({ periodo: registerMonth, monto: soles })) });
export type LabourDebts = Static<typeof labourDebts>;
