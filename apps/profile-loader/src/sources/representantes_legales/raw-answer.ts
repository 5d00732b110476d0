import { nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { registryDay } from '../identificacion/registry-day.js';

/** The registry's table of legal representatives. Only some providers know the shares. */
export const representativesTable = Type.Object({
  representantes: Type.Array(
    Type.Object({
      tipo_documento: Type.String({ minLength: 1 }),
      numero_documento: Type.String({ minLength: 1 }),
      nombre: Type.String({ minLength: 1 }),
      cargo: Type.String({ minLength: 1 }),
      fecha_desde: nullable(registryDay),
      participacion: nullable(Type.Number({ minimum: 0, maximum: 100 })),
    }),
  ),
});
export type RepresentativesTable = Static<typeof representativesTable>;
