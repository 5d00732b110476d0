import { nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { soles } from '../../domain/soles.js';

// A percentage or an amount: only its part of the five counts.
const share = soles;

const balance = Type.Object({
  /** The first four digits say what kind of balance it is. */
  cuenta: Type.String({ pattern: '^[0-9]{4,}$' }),
  dias_vencidos: Type.Integer({ minimum: 0 }),
  saldo: soles,
});
export type Balance = Static<typeof balance>;

const report = Type.Object({
  /** yyyymmdd */
  fecha_reporte: Type.String({ pattern: '^(19|2[0-9])[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])$' }),
  sal_nor: share,
  sal_cpp: share,
  sal_def: share,
  sal_dud: share,
  sal_per: share,
  /** Null where only the distribution by rating was reported. */
  saldos: nullable(Type.Array(balance)),
});
export type Report = Static<typeof report>;

/** The consolidated credit report: one report per month. */
export const creditReports = Type.Object({ reportes: Type.Array(report) });
export type CreditReports = Static<typeof creditReports>;
