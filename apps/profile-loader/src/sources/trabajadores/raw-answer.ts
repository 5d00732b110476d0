import { Type, type Static } from 'typebox';
import { onceAMonth } from '../../domain/once-a-month.js';
import { registerMonth } from '../../domain/register-month.js';

const heads = Type.Integer({ minimum: 0 });

/** The payroll as declared each month. */
export const payroll = Type.Object({
  periodos: onceAMonth(Type.Object({ periodo: registerMonth, trabajadores: heads, pensionistas: heads, prestadores_servicio: heads })),
});
export type Payroll = Static<typeof payroll>;
