import type { AlertaServicioSection, AlertaServicioSectionV1 } from '@vigia/contracts';

const wordsV1 = {
  'Sin alerta': 'Sin riesgo',
  'Alerta baja': 'Riesgo bajo',
  'Alerta media': 'Riesgo medio',
  'Alerta alta': 'Riesgo alto',
  'Alerta crítica': 'Riesgo crítico',
  'No procesado': 'No procesado',
} as const satisfies Record<AlertaServicioSection['clasificacion'], AlertaServicioSectionV1['clasificacion_riesgo']>;

/** The same result in the names and words of v1. */
export function alertaServicioV1(section: AlertaServicioSection): AlertaServicioSectionV1 {
  const { periodo, puntaje_total, puntaje_maximo, clasificacion, ...unchanged } = section;
  return {
    periodo,
    puntaje_riesgo_total: puntaje_total,
    puntaje_riesgo_maximo: puntaje_maximo,
    clasificacion_riesgo: wordsV1[clasificacion],
    ...unchanged,
  };
}
