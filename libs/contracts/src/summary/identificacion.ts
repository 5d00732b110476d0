import { Type, type Static } from 'typebox';
import { docType } from '../schema/vocabulary.js';
import { day, group, nullable, text } from '../schema/fields.js';

/** The content of the section `identificacion`, the same in v1 and v2. */
export const identificacionSection = group('Identificacion', {
  razon_social: nullable(text('business or full name')),
  tipo_documento: docType,
  ruc: nullable(text('RUC of the profile; for a DNI or CE the RUC of the person, null: none')),
  fecha_inscripcion: nullable(day('day of registration with the tax authority')),
  fecha_inicio_actividades: nullable(day('day on which the activities started')),
  fecha_emisor_electronico: nullable(day('day since which the taxpayer issues electronic receipts')),
  fecha_afiliado_ple: nullable(day('day of affiliation to the electronic books program (PLE)')),
  estado_contribuyente: nullable(text('status of the taxpayer, for example ACTIVO')),
  condicion_contribuyente: nullable(text('condition of the taxpayer, for example HABIDO')),
  sistema_emision_comprobante: nullable(text('system by which the taxpayer issues receipts')),
  actividad_comercio_exterior: nullable(text('foreign trade activity as the tax authority reports it; independent of comercio_exterior')),
  omisiones_tributarias: Type.Array(group('OmisionTributaria', { periodo: Type.String(), tributo: Type.String() }), {
    description: 'tax omissions; also empty if nobody was asked about them: `alerta_servicio.omisiones_tributarias` is then null',
  }),
  actividades_economicas: Type.Array(Type.String(), {
    description: 'economic activities, each with rank, code and description in one line',
  }),
  comprobante_pago_electronico: nullable(text('types of electronic receipt that the taxpayer issues')),
  domicilio_fiscal: nullable(text('registered fiscal address')),
});
export type IdentificacionSection = Static<typeof identificacionSection>;
