import type { AlertaServicioSection, ComercioExteriorSection, FinanzasSection, Section } from '@vigia/contracts';

const scoreClasses: Record<AlertaServicioSection['clasificacion'], string> = {
  'Sin alerta': 'Sin riesgo',
  'Alerta baja': 'Riesgo bajo',
  'Alerta media': 'Riesgo medio',
  'Alerta alta': 'Riesgo alto',
  'Alerta crítica': 'Riesgo crítico',
  'No procesado': 'No procesado',
};

/** The content that the section of v1 must have, in its own words, if that of v2 is `content`. For finance and trade only a part of it. */
export function repeatedInV1(section: Section, content: object): unknown {
  if (section === 'alerta_servicio') return score(content as AlertaServicioSection);
  if (section === 'finanzas') return finance(content as FinanzasSection);
  if (section === 'comercio_exterior') return trade(content as ComercioExteriorSection);
  return 'nivel' in content ? content.nivel : content;
}

function score({ puntaje_total, puntaje_maximo, clasificacion, ...unchanged }: AlertaServicioSection): object {
  return {
    ...unchanged,
    puntaje_riesgo_total: puntaje_total,
    puntaje_riesgo_maximo: puntaje_maximo,
    clasificacion_riesgo: scoreClasses[clasificacion],
  };
}

function finance({ ultima_actualizacion, calificaciones_financieras, situacion }: FinanzasSection): object {
  const kept = { ultima_actualizacion, calificaciones_financieras };
  if (!situacion) return kept;
  const { actual, seis_meses, doce_meses } = situacion;
  return {
    ...kept,
    fechas_financieras: {
      fecha_ultimo_periodo: actual?.periodo ?? null,
      fecha_seis_meses_anteriores: seis_meses?.periodo ?? null,
      fecha_doce_meses_anteriores: doce_meses?.periodo ?? null,
    },
  };
}

function trade(content: ComercioExteriorSection): object {
  return Object.fromEntries(Object.entries(content).filter(([name]) => name.startsWith('ultima_actualizacion')));
}
