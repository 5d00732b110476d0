import { Type, type Static } from 'typebox';
import { amount, count, day, group, monthSlashYear, nullable } from '../schema/fields.js';

const debtors = group(
  'DeudoresMorosos',
  {
    monto_ultimo_periodo: nullable(amount('debt on the registers at the end of the latest month, soles; null: no entry')),
    monto_seis_meses_anteriores: nullable(amount('debt on the registers six months before the latest month, soles; null: no entry')),
    monto_doce_meses_anteriores: nullable(amount('debt on the registers twelve months before the latest month, soles; null: no entry')),
    fecha_ultimo_periodo: nullable(day('last day of the month of the latest entry or removal; null: no entry')),
    fecha_seis_meses_anteriores: nullable(day('last day of the month six months before the latest one; null: no entry')),
    fecha_doce_meses_anteriores: nullable(day('last day of the month twelve months before the latest one; null: no entry')),
    variacion_seis_meses_anteriores: nullable(amount('latest amount minus the amount six months earlier, soles; null: no entry')),
    variacion_doce_meses_anteriores: nullable(amount('latest amount minus the amount twelve months earlier, soles; null: no entry')),
  },
  {
    description:
      'debt on the registers of judicial debtors and of alimony debtors together; also null if they could not be read or are not contracted',
  },
);
export type JudicialDebtors = Static<typeof debtors>;

const edicts = group(
  'EdictosJudiciales',
  {
    cantidad_ultimo_periodo: count('edicts in the twelve months that end with the latest month'),
    cantidad_seis_meses_anteriores: count('edicts in the twelve months that end six months before the latest month'),
    cantidad_doce_meses_anteriores: count('edicts in the twelve months that end twelve months before the latest month'),
    fecha_ultimo_periodo: nullable(
      monthSlashYear('latest month, MM/YYYY: when the register was published, or else the month of the latest edict; null: no edict'),
    ),
    fecha_seis_meses_anteriores: nullable(monthSlashYear('month six months before the latest one, MM/YYYY; null: no edict')),
    fecha_doce_meses_anteriores: nullable(monthSlashYear('month twelve months before the latest one, MM/YYYY; null: no edict')),
    variacion_seis_meses_anteriores: count('latest count minus the count six months earlier'),
    variacion_doce_meses_anteriores: count('latest count minus the count twelve months earlier'),
  },
  {
    description:
      'judicial edicts; each count covers the twelve months that end with its period; also 0 if their source could not be read or is not contracted',
  },
);
export type JudicialEdicts = Static<typeof edicts>;

/** The content of the section `judicial`, the same in v1 and v2. */
export const judicialSection = group('Judicial', {
  deudores_morosos: debtors,
  edictos_judiciales: edicts,
  boletin_concursal: Type.Boolean({
    description: 'listed in the national insolvency bulletin; also false if the bulletin could not be read or is not contracted',
  }),
  ultima_actualizacion_morosos: nullable(
    day('last day of the month of the latest entry or removal on the debtor registers; null: no entry'),
  ),
  ultima_actualizacion_boletin_concursal: nullable(day('publication day of the insolvency procedure; null: not listed')),
  ultima_actualizacion_edictos: nullable(day('last day of the latest month of the edicts; null: no edict')),
});
export type JudicialSection = Static<typeof judicialSection>;
