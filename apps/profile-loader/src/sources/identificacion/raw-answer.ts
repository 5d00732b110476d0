import { nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { registryDay } from './registry-day.js';

const text = nullable(Type.String());
const day = nullable(registryDay);

/** What the taxpayer registry answers. */
export const registryAnswer = Type.Object({
  numero_ruc: nullable(Type.String({ pattern: '^[0-9]{11}$' })),
  nombre_o_razon_social: Type.String({ pattern: '\\S' }),
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
