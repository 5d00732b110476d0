import { Type, type Static } from 'typebox';
import { amount, count, day, group, month, nullable, text } from './fields.js';

/** From best to worst. */
export const creditRatings = ['NOR', 'CPP', 'DEF', 'DUD', 'PER'] as const;

export const overdueBands = ['Vigente', '1 a 30 días', '31 a 60 días', '61 a 120 días', 'Más de 120 días'] as const;

const rating = Type.Enum([...creditRatings], { title: 'Calificacion' });

const period = group('SituacionFinanciera', {
  periodo: day('closing day of the report'),
  vigente: amount('current direct debt'),
  ref_rees: amount('refinanced or restructured'),
  vencida: amount('overdue'),
  judicial: amount('in judicial collection'),
  otros: amount('other direct situations'),
  directa: amount('vigente + ref_rees + vencida + judicial + otros'),
  indirecta: amount('guarantee letters and guarantees given'),
  exposicion_total: amount('directa + indirecta'),
  linea_credito: amount('unused credit line; not added to the exposure'),
  castigada: amount('written-off debt, off balance; not added to the exposure'),
  garantias: nullable(amount('guarantees received; null: not reported')),
  provisiones: nullable(amount('provisions; null: not reported')),
});
export type DebtPeriod = Static<typeof period>;

const link = group('VinculoCrediticio', {
  rol: Type.Enum(['aval', 'codeudor'], { title: 'RolVinculo' }),
  contraparte: group('Contraparte', {
    doc: text('as the source has it, also when partial'),
    tipo_doc: Type.String(),
    nombre: Type.String(),
  }),
  entidad: nullable(text('creditor entity')),
  monto: nullable(amount('soles; null: not reported')),
  calificacion: nullable(rating, { description: 'by the creditor entity; only for the role aval' }),
});

const direction = (description: string) =>
  group(
    'VinculosCrediticios',
    {
      total: amount('sum of the links, soles'),
      por_aval: amount('part with the role aval'),
      por_codeudor: amount('part with the role codeudor'),
      avales: count('distinct counterparties with the role aval'),
      codeudores: count('distinct counterparties with the role codeudor'),
      contrapartes: count('distinct counterparties'),
      vinculos: Type.Array(link, { description: 'one per counterparty, role and creditor entity' }),
    },
    { description },
  );

const ultima_actualizacion = nullable(day('closing day of the latest report'));
const calificaciones_financieras = Type.Array(
  group('CalificacionFinanciera', { porcentaje: amount('share of the debt, %'), calificacion: rating }),
  { description: 'latest period, from the best rating to the worst; empty when nothing is rated' },
);

/** The content of the section `finanzas` in v2. */
export const finanzasSection = group('Finanzas', {
  ultima_actualizacion,
  peor_calificacion: nullable(
    group(
      'PeorCalificacion',
      {
        calificacion: Type.Enum([...creditRatings, 'SCAL'], { description: 'SCAL: no rating' }),
        porcentaje: nullable(amount('share of the debt in that rating, %')),
      },
      { description: 'worst rating of the latest period' },
    ),
  ),
  max_dias_vencidos: nullable(count('most days overdue in the latest period')),
  situacion: nullable(
    group(
      'Situaciones',
      { actual: nullable(period), seis_meses: nullable(period), doce_meses: nullable(period) },
      { description: 'latest period, six and twelve months before; null while only the distribution by rating is known' },
    ),
  ),
  calificaciones_financieras,
  codeudores_avales: group('CodeudoresAvales', {
    corte: nullable(month('latest cut available')),
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
      monto_ultimo_periodo: nullable(amount('direct debt of this band')),
      monto_seis_meses_anteriores: nullable(amount('six months before')),
      monto_doce_meses_anteriores: nullable(amount('twelve months before')),
      variacion_seis_meses: nullable(amount('difference to six months before')),
      variacion_doce_meses: nullable(amount('difference to twelve months before')),
    }),
    { description: 'direct debt by days overdue' },
  ),
  fechas_financieras: group('FechasFinancieras', {
    fecha_ultimo_periodo: nullable(day('closing day of the latest report')),
    fecha_seis_meses_anteriores: nullable(day('six months before')),
    fecha_doce_meses_anteriores: nullable(day('twelve months before')),
  }),
  calificaciones_financieras,
});
export type FinanzasSectionV1 = Static<typeof finanzasSectionV1>;
