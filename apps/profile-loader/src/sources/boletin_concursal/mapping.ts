import { isoDay } from '../identificacion/registry-day.js';
import { defineMapping } from '../source-mapping.js';
import { bulletinEntry } from './raw-answer.js';

export const boletin_concursal = defineMapping({
  answer: bulletinEntry,
  piece: (raw) => ({
    boletin_concursal: raw?.listado ?? false,
    ultima_actualizacion_boletin_concursal: raw?.procedimiento ? isoDay(raw.procedimiento.fecha_publicacion) : null,
  }),
});
