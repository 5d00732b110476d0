import type { ApiResponseSchemaHost } from '@nestjs/swagger';
import { identificacionSection, sections, v1Name, type Section } from '@vigia/contracts';

type Schema = ApiResponseSchemaHost['schema'];

const anyObject = { type: 'object', additionalProperties: true } as const;
const sectionCodes = ['SH10', 'SH11', 'SH20', 'SH30', 'SH40', 'SH50', 'SH51'];
const sectionCodeText =
  'SH10 data, SH11 nothing registered, SH20 still loading, SH30 not in the plan, SH40 does not apply to this document, SH50 source failed, SH51 source did not answer in time';

function contentOf(section: Section): object {
  return section === 'identificacion' ? JSON.parse(JSON.stringify(identificacionSection)) : anyObject;
}

function envelope(properties: Record<string, object>): Schema {
  return {
    type: 'object',
    required: ['statusCode', 'data'],
    properties: {
      statusCode: { type: 'integer' },
      data: { type: 'object', required: Object.keys(properties), properties },
    },
  } as Schema;
}

const root = {
  taxId: { type: 'string', description: 'document of the profile' },
  activo: { type: 'boolean', description: 'whether the profile is active in the service' },
};

export const SummarySchema = {
  v1: envelope({
    ...root,
    ...Object.fromEntries(sections.map((section) => [v1Name(section), { anyOf: [contentOf(section), { type: 'null' }] }])),
  }),
  v2: envelope({
    ...root,
    estado: { type: 'string', enum: ['succeeded', 'partial', 'failed', 'loading'] },
    subhelpers_fallidos: { type: 'array', items: { type: 'string' }, description: 'sources that failed in the last load' },
    ...Object.fromEntries(
      sections.map((section) => [
        section,
        {
          type: 'object',
          required: ['statusCode', 'data'],
          properties: {
            statusCode: { type: 'string', enum: sectionCodes, description: sectionCodeText },
            data: {
              description: 'full with SH10 and SH11, empty with every other code',
              anyOf: [contentOf(section), { type: 'object', maxProperties: 0 }],
            },
          },
        },
      ]),
    ),
  }),
};

const identificacion = {
  razon_social: 'COMERCIAL ANDINA DE PRUEBA S.A.C.',
  tipo_documento: 'RUC',
  ruc: '20990000019',
  fecha_inscripcion: '2012-03-14',
  fecha_inicio_actividades: '2012-04-01',
  fecha_emisor_electronico: '2017-01-01',
  fecha_afiliado_ple: '2016-01-01',
  estado_contribuyente: 'ACTIVO',
  condicion_contribuyente: 'HABIDO',
  sistema_emision_comprobante: 'COMPUTARIZADO',
  actividad_comercio_exterior: 'SIN ACTIVIDAD',
  omisiones_tributarias: [],
  actividades_economicas: ['Principal - 4711 - VENTA AL POR MENOR EN COMERCIOS NO ESPECIALIZADOS'],
  comprobante_pago_electronico: 'FACTURA (desde 01/01/2017)',
  domicilio_fiscal: 'AV. LOS EJEMPLOS NRO. 123 LIMA - LIMA - LINCE',
};

const pending = sections.filter((section) => section !== 'identificacion');
const pendingSection = { statusCode: 'SH20', data: {} };

/** A profile whose load is still running: one section is there. */
export const summaryExample = {
  v1: {
    statusCode: 200,
    data: {
      taxId: '20990000019',
      activo: false,
      identificacion,
      ...Object.fromEntries(pending.map((section) => [v1Name(section), null])),
    },
  },
  v2: {
    statusCode: 200,
    data: {
      taxId: '20990000019',
      activo: false,
      estado: 'loading',
      subhelpers_fallidos: [],
      identificacion: { statusCode: 'SH10', data: identificacion },
      ...Object.fromEntries(pending.map((section) => [section, pendingSection])),
    },
  },
};
