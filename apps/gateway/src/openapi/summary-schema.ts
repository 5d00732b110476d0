import { apiVersions, sections, summaryV1, summaryV2, v1Name, webhookBody } from '@vigia/contracts';
import { type TSchema, Type } from 'typebox';
import { jsonSchema } from './api-call.js';

const envelope = (data: TSchema) => jsonSchema(Type.Object({ statusCode: Type.Integer(), data }));

export const SummarySchema = { v1: envelope(summaryV1), v2: envelope(summaryV2) };

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

const triggerId = 'trg_5f0c8a4e2b7d4f6a9c1e3d5b7f9a1c3e';
const taxId = '20990000019';
const example = {
  v1: { triggerId, taxId, profileLoadStatus: 'partial', failedSubhelpers: ['protestos'], data: summaryExample.v1.data },
  v2: { triggerId, taxId, data: summaryExample.v2.data },
};

const header = (name: string, description: string, value: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example: value,
});

/** The call that a receiver gets. The document shows it beside those that it answers. */
export const summaryDelivery = {
  post: {
    operationId: 'descargaResumenPerfil',
    tags: ['webhooks'],
    summary: 'What your server receives after a trigger',
    description:
      'Answer 2xx within 30 seconds. Anything else is repeated with the same bytes and the same triggerId, after growing pauses; 410 ends it, ' +
      'and redirects are not followed. The same delivery may come more than once. ' +
      'Your own headers, and `Authorization` with OAuth 2.0, come as configured.',
    security: [],
    parameters: [
      header('X-Service-Signature', 'HMAC-SHA256 of the raw body with the secret key of the configuration', `sha256=${'0a'.repeat(32)}`),
      header('X-Service-Trigger-Id', 'the triggerId of the body', triggerId),
    ],
    requestBody: {
      required: true,
      description: 'v1 or v2 (beta), as the configuration says',
      content: {
        'application/json': {
          schema: { oneOf: apiVersions.map((version) => ({ title: version, ...jsonSchema(webhookBody[version]) })) },
          examples: Object.fromEntries(apiVersions.map((version) => [version, { value: example[version] }])),
        },
      },
    },
    responses: { '2XX': { description: 'accepted' } },
  },
};
