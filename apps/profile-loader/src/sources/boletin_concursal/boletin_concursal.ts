import { nullable } from '@vigia/contracts';
import { Type } from 'typebox';
import { isoDay, registryDay } from '../../domain/register-values.js';
import { defineMapping } from '../source-mapping.js';

/** The insolvency bulletin always answers: listed or not. */
export const boletin_concursal = defineMapping({
  answer: Type.Object({
    listado: Type.Boolean(),
    procedimiento: nullable(Type.Object({ fecha_publicacion: registryDay })),
  }),
  piece: (raw) => ({
    boletin_concursal: raw?.listado ?? false,
    ultima_actualizacion_boletin_concursal: raw?.procedimiento ? isoDay(raw.procedimiento.fecha_publicacion) : null,
  }),
});
