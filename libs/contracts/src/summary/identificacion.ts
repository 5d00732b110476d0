import { Type, type Static, type TSchema } from 'typebox';
import { docTypes } from '../documents/document.js';

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = (description: string) => nullable(Type.String({ description }));
const day = (description: string) => nullable(Type.String({ description, format: 'date' }));

/** The content of the section `identificacion`, the same in v1 and v2. */
export const identificacionSection = Type.Object({
  razon_social: text('business or full name'),
  tipo_documento: Type.Enum([...docTypes]),
  ruc: text('associated RUC; for a DNI or CE the RUC of the person, if any'),
  fecha_inscripcion: day('registration'),
  fecha_inicio_actividades: day('start of activities'),
  fecha_emisor_electronico: day('electronic issuer since'),
  fecha_afiliado_ple: day('affiliated to the electronic books since'),
  estado_contribuyente: text('for example ACTIVO'),
  condicion_contribuyente: text('for example HABIDO'),
  sistema_emision_comprobante: text('receipt issuing system'),
  actividad_comercio_exterior: text('as the tax authority reports it; independent of comercio_exterior'),
  omisiones_tributarias: Type.Array(Type.Object({ periodo: Type.String(), tributo: Type.String() })),
  actividades_economicas: Type.Array(Type.String(), { description: 'rank, code and description in one line' }),
  comprobante_pago_electronico: text('electronic receipt types'),
  domicilio_fiscal: text('registered fiscal address'),
});
export type IdentificacionSection = Static<typeof identificacionSection>;
