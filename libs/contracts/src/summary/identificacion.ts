import { Type, type Static } from 'typebox';
import { docType } from '../messages/vocabulary.js';
import { day, group, nullable, text } from './fields.js';

/** The content of the section `identificacion`, the same in v1 and v2. */
export const identificacionSection = group('Identificacion', {
  razon_social: nullable(text('business or full name')),
  tipo_documento: docType,
  ruc: nullable(text('associated RUC; for a DNI or CE the RUC of the person, if any')),
  fecha_inscripcion: nullable(day('registration')),
  fecha_inicio_actividades: nullable(day('start of activities')),
  fecha_emisor_electronico: nullable(day('electronic issuer since')),
  fecha_afiliado_ple: nullable(day('affiliated to the electronic books since')),
  estado_contribuyente: nullable(text('for example ACTIVO')),
  condicion_contribuyente: nullable(text('for example HABIDO')),
  sistema_emision_comprobante: nullable(text('receipt issuing system')),
  actividad_comercio_exterior: nullable(text('as the tax authority reports it; independent of comercio_exterior')),
  omisiones_tributarias: Type.Array(group('OmisionTributaria', { periodo: Type.String(), tributo: Type.String() })),
  actividades_economicas: Type.Array(Type.String(), { description: 'rank, code and description in one line' }),
  comprobante_pago_electronico: nullable(text('electronic receipt types')),
  domicilio_fiscal: nullable(text('registered fiscal address')),
});
export type IdentificacionSection = Static<typeof identificacionSection>;
