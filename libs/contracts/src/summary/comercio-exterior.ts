import { Type, type Static } from 'typebox';
import { amount, count, day, group, month, nullable, text } from './fields.js';

const tipo = Type.Enum(['Importaciones', 'Exportaciones'], { title: 'TipoOperacion' });

const window = group('VentanaComercial', {
  ventana: Type.Enum([1, 2, 3], { description: '1 ends at the cut, 2 and 3 are the twelve months before each' }),
  desde: month('first month'),
  hasta: month('last month'),
  monto_soles: nullable(amount('converted month by month; null: an exchange rate is missing')),
  numero_operaciones: count('declarations'),
  variacion_porcentaje: nullable(amount('change to the window before, %; null: there is no base, never "no change"')),
  principal_pais: nullable(text('main country: of origin, or of destination')),
  participacion_principal_pais: nullable(amount('share of the main country, %')),
});
export type TradeWindow = Static<typeof window>;

const flow = group('FlujoComercial', {
  tipo,
  valor: Type.Enum(['CIF', 'FOB'], { title: 'ValorAduanero', description: 'imports count at CIF, exports at FOB; never to be summed' }),
  ventanas: Type.Array(window, {
    maxItems: 3,
    description: 'three windows of twelve months, without those of which no month is known; empty without a cut',
  }),
  principal_partida: nullable(
    group(
      'PartidaArancelaria',
      { codigo: text('tariff heading, ten digits'), nombre: Type.String(), participacion: amount('share, %') },
      { description: 'main tariff heading of the current window' },
    ),
  ),
});
export type TradeFlow = Static<typeof flow>;

const updates = {
  ultima_actualizacion_agentes_importacion: nullable(day('customs agents; no source tells yet')),
  ultima_actualizacion_exportaciones: nullable(day('last day of the month published last')),
  ultima_actualizacion_importaciones: nullable(day('last day of the month published last')),
};

/** The content of the section `comercio_exterior` in v2. */
export const comercioExteriorSection = group('ComercioExterior', {
  es_importador: nullable(Type.Boolean({ description: 'imports in the current window; null: not known yet' })),
  es_exportador: nullable(Type.Boolean({ description: 'exports in the current window; null: not known yet' })),
  pendiente_de_calculo: Type.Boolean({ description: 'not computed yet for this profile, which is not "no activity"' }),
  corte_publicacion: group(
    'CortePublicacion',
    { importaciones: nullable(month('imports')), exportaciones: nullable(month('exports')) },
    { description: 'last month with data published' },
  ),
  resumen: Type.Array(flow, { minItems: 2, maxItems: 2, description: 'imports, then exports' }),
  ...updates,
});
export type ComercioExteriorSection = Static<typeof comercioExteriorSection>;

const flowV1 = group('FlujoComercialV1', {
  tipo,
  monto_ultimo_periodo: nullable(amount('soles, in the month published last')),
  monto_seis_meses_anteriores: nullable(amount('six months before')),
  monto_doce_meses_anteriores: nullable(amount('twelve months before')),
  fecha_ultimo_periodo: nullable(day('last day of the month published last')),
  fecha_seis_meses_anteriores: nullable(day('six months before')),
  fecha_doce_meses_anteriores: nullable(day('twelve months before')),
  variacion_seis_meses: nullable(amount('difference to six months before')),
  variacion_doce_meses: nullable(amount('difference to twelve months before')),
});
export type TradeFlowV1 = Static<typeof flowV1>;

/** The content of the section `comercio_exterior` in v1. */
export const comercioExteriorSectionV1 = group('ComercioExteriorV1', {
  resumen: Type.Array(flowV1, { minItems: 2, maxItems: 2, description: 'imports, then exports' }),
  ...updates,
});
export type ComercioExteriorSectionV1 = Static<typeof comercioExteriorSectionV1>;
