import { Type, type Static } from 'typebox';
import { amount, count, day, group, month, nullable, text } from '../schema/fields.js';

/** From best to worst. */
export const creditRatings = ['NOR', 'CPP', 'DEF', 'DUD', 'PER'] as const;

export const overdueBands = ['Vigente', '1 a 30 días', '31 a 60 días', '61 a 120 días', 'Más de 120 días'] as const;

const rating = Type.Enum([...creditRatings], { title: 'Calificacion' });

const period = group('SituacionFinanciera', {
  periodo: day('closing day of the credit report'),
  vigente: amount('current direct debt, soles'),
  ref_rees: amount('refinanced or restructured debt, soles'),
  vencida: amount('overdue debt, soles'),
  judicial: amount('debt in judicial collection, soles'),
  otros: amount('other direct debt, soles'),
  directa: amount('total direct debt, soles: vigente + ref_rees + vencida + judicial + otros'),
  indirecta: amount('indirect debt, soles: guarantee letters and guarantees given'),
  exposicion_total: amount('total exposure, soles: directa + indirecta'),
  linea_credito: amount('unused credit line, soles; not added to the exposure'),
  castigada: amount('written-off debt off the balance sheet, soles; not added to the exposure'),
  garantias: nullable(amount('guarantees received, soles; null: not reported')),
  provisiones: nullable(amount('provisions, soles; null: not reported')),
});
export type DebtPeriod = Static<typeof period>;

const link = group('VinculoCrediticio', {
  rol: Type.Enum(['aval', 'codeudor'], { title: 'RolVinculo' }),
  contraparte: group('Contraparte', {
    doc: text('document number as the source gives it, possibly only a part of it'),
    tipo_doc: Type.String(),
    nombre: Type.String(),
  }),
  entidad: nullable(text('name of the creditor; null: not reported')),
  monto: nullable(amount('amount of the link, soles; null: not reported')),
  calificacion: nullable(rating, { description: 'credit rating by the creditor, only for the role aval; null: none' }),
});

const direction = (description: string) =>
  group(
    'VinculosCrediticios',
    {
      total: amount('sum of the amounts of the links, soles'),
      por_aval: amount('part of the total with the role aval, soles'),
      por_codeudor: amount('part of the total with the role codeudor, soles'),
      avales: count('number of distinct counterparties with the role aval'),
      codeudores: count('number of distinct counterparties with the role codeudor'),
      contrapartes: count('number of distinct counterparties'),
      vinculos: Type.Array(link, { description: 'one link per counterparty, role and creditor' }),
    },
    { description },
  );

const ultima_actualizacion = nullable(day('closing day of the latest credit report; null: no report'));
const calificaciones_financieras = Type.Array(
  group('CalificacionFinanciera', { porcentaje: amount('share of the debt with this rating, %'), calificacion: rating }),
  { description: 'debt by rating in the latest period, best rating first; empty: no debt is rated' },
);

/** The content of the section `finanzas` in v2. */
export const finanzasSection = group('Finanzas', {
  ultima_actualizacion,
  peor_calificacion: nullable(
    group(
      'PeorCalificacion',
      {
        calificacion: Type.Enum([...creditRatings, 'SCAL'], { description: 'credit rating; SCAL: no debt is rated' }),
        porcentaje: nullable(amount('share of the debt with the worst rating, %; null: no debt is rated')),
      },
      { description: 'worst rating of the latest period; null: no credit report' },
    ),
  ),
  max_dias_vencidos: nullable(count('greatest number of days overdue in the latest period; null: not reported')),
  situacion: nullable(
    group(
      'Situaciones',
      { actual: nullable(period), seis_meses: nullable(period), doce_meses: nullable(period) },
      { description: 'debt in the latest period, six and twelve months before; null: the report has no amounts' },
    ),
  ),
  calificaciones_financieras,
  codeudores_avales: group('CodeudoresAvales', {
    corte: nullable(month('month of the data on co-debtors and guarantors; null: no data')),
    a_favor: direction('third parties that back the debt of the profile'),
    como_garante: direction('debts of third parties that the profile answers for; not added to the exposure'),
  }),
});
export type FinanzasSection = Static<typeof finanzasSection>;

/** The content of the section `finanzas` in v1. */
export const finanzasSectionV1 = group('FinanzasV1', {
  ultima_actualizacion,
  variaciones_financieras: Type.Array(
    group('VariacionFinanciera', {
      tipo: Type.Enum([...overdueBands], { title: 'TramoVencido' }),
      monto_ultimo_periodo: nullable(amount('direct debt of this band in the latest period, soles; null: not reported')),
      monto_seis_meses_anteriores: nullable(
        amount('direct debt of this band six months before the latest period, soles; null: not reported'),
      ),
      monto_doce_meses_anteriores: nullable(
        amount('direct debt of this band twelve months before the latest period, soles; null: not reported'),
      ),
      variacion_seis_meses: nullable(amount('latest amount minus the amount six months earlier, soles; null: one is missing')),
      variacion_doce_meses: nullable(amount('latest amount minus the amount twelve months earlier, soles; null: one is missing')),
    }),
    { description: 'direct debt by band of days overdue' },
  ),
  fechas_financieras: group('FechasFinancieras', {
    fecha_ultimo_periodo: nullable(day('closing day of the latest credit report; null: no report')),
    fecha_seis_meses_anteriores: nullable(day('closing day of the report six months before the latest one; null: no report')),
    fecha_doce_meses_anteriores: nullable(day('closing day of the report twelve months before the latest one; null: no report')),
  }),
  calificaciones_financieras,
});
export type FinanzasSectionV1 = Static<typeof finanzasSectionV1>;
