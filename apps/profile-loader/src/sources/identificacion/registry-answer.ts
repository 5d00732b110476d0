import { Type, type Static, type TSchema } from 'typebox';

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = nullable(Type.String());
const day = nullable(Type.String({ pattern: '^[0-9]{2}/[0-9]{2}/[0-9]{4}$' }));

/** What the taxpayer registry answers. Fields that it adds are ignored; fields that it drops make the answer malformed. */
export const registryAnswer = Type.Object({
  numero_ruc: text,
  nombre_o_razon_social: Type.String({ minLength: 1 }),
  fecha_inscripcion: day,
  fecha_inicio_actividades: day,
  emisor_electronico_desde: day,
  afiliado_ple_desde: day,
  estado_contribuyente: text,
  condicion_contribuyente: text,
  sistema_emision: text,
  actividad_comercio_exterior: text,
  actividades_economicas: Type.Array(Type.String()),
  comprobantes_electronicos: Type.Array(Type.String()),
  omisiones_tributarias: Type.Array(Type.Object({ periodo: Type.String(), tributo: Type.String() })),
  domicilio: nullable(
    Type.Object({
      tipo_via: text,
      nombre_via: text,
      numero: text,
      interior: text,
      urbanizacion: text,
      departamento: text,
      provincia: text,
      distrito: text,
    }),
  ),
});
export type RegistryAnswer = Static<typeof registryAnswer>;
