import { Type, type Static } from 'typebox';
import { amount, count, day, group, month, nullable, text } from '../schema/fields.js';

const tipo = Type.Enum(['Importaciones', 'Exportaciones'], { title: 'TipoOperacion' });

const window = group('VentanaComercial', {
  ventana: Type.Enum([1, 2, 3], {
    description: '1: the twelve months up to the cut; 2: the twelve months before 1; 3: the twelve before 2',
  }),
  desde: month('first month of the window'),
  hasta: month('last month of the window'),
  monto_soles: nullable(amount('amount in soles, converted month by month; null: an exchange rate is missing')),
  numero_operaciones: count('number of customs declarations in the window'),
  variacion_porcentaje: nullable(amount('change against the next older window, %; null: no base to compare with, never "no change"')),
  principal_pais: nullable(text('main country: origin of the imports, or destination of the exports')),
  participacion_principal_pais: nullable(amount('share of principal_pais, %')),
});
export type TradeWindow = Static<typeof window>;

const flow = group('FlujoComercial', {
  tipo,
  valor: Type.Enum(['CIF', 'FOB'], {
    title: 'ValorAduanero',
    description: 'customs value: CIF for imports, FOB for exports; never add the two',
  }),
  ventanas: Type.Array(window, {
    maxItems: 3,
    description:
      'up to three windows of twelve months, newest first, without those of which no month is published; empty: no cut, or not known yet',
  }),
  principal_partida: nullable(
    group(
      'PartidaArancelaria',
      {
        codigo: text('tariff heading, ten digits'),
        nombre: text('name of the heading; empty: the source gives none, as imported registers of customs do not'),
        participacion: amount('share of the heading in the current window, %'),
      },
      { description: 'main tariff heading of the current window; null: no trade, or not known yet' },
    ),
  ),
});
export type TradeFlow = Static<typeof flow>;

const updates = {
  ultima_actualizacion_agentes_importacion: nullable(day('last update of the customs agents; always null: no source provides them yet')),
  ultima_actualizacion_exportaciones: nullable(day('last day of the latest month of exports that customs has published')),
  ultima_actualizacion_importaciones: nullable(day('last day of the latest month of imports that customs has published')),
};

/** The content of the section `comercio_exterior` in v2. */
export const comercioExteriorSection = group('ComercioExterior', {
  es_importador: nullable(Type.Boolean({ description: 'whether there were imports in the current window; null: not known yet' })),
  es_exportador: nullable(Type.Boolean({ description: 'whether there were exports in the current window; null: not known yet' })),
  pendiente_de_calculo: Type.Boolean({ description: 'true: the figures of this profile are not computed yet, which is not "no activity"' }),
  corte_publicacion: group(
    'CortePublicacion',
    {
      importaciones: nullable(month('last month of imports that customs has published; null: none')),
      exportaciones: nullable(month('last month of exports that customs has published; null: none')),
    },
    { description: 'publication cut: the last month that customs has published' },
  ),
  resumen: Type.Array(flow, { minItems: 2, maxItems: 2, description: 'always two items: imports, then exports' }),
  ...updates,
});
export type ComercioExteriorSection = Static<typeof comercioExteriorSection>;

const flowV1 = group('FlujoComercialV1', {
  tipo,
  monto_ultimo_periodo: nullable(amount('amount in the latest month published, soles; null: not known')),
  monto_seis_meses_anteriores: nullable(amount('amount in the month six months before the latest one, soles; null: not known')),
  monto_doce_meses_anteriores: nullable(amount('amount in the month twelve months before the latest one, soles; null: not known')),
  fecha_ultimo_periodo: nullable(day('last day of the latest month published; null: none')),
  fecha_seis_meses_anteriores: nullable(day('last day of the month six months before the latest one; null: no month is published')),
  fecha_doce_meses_anteriores: nullable(day('last day of the month twelve months before the latest one; null: no month is published')),
  variacion_seis_meses: nullable(amount('latest amount minus the amount six months earlier, soles; null: one is missing')),
  variacion_doce_meses: nullable(amount('latest amount minus the amount twelve months earlier, soles; null: one is missing')),
});
export type TradeFlowV1 = Static<typeof flowV1>;

/** The content of the section `comercio_exterior` in v1. */
export const comercioExteriorSectionV1 = group('ComercioExteriorV1', {
  resumen: Type.Array(flowV1, { minItems: 2, maxItems: 2, description: 'always two items: imports, then exports' }),
  ...updates,
});
export type ComercioExteriorSectionV1 = Static<typeof comercioExteriorSectionV1>;
