import { percent } from '#language/money.ts';
import type { SectionContents } from '@vigia/contracts';

export const cards = {
  alert: {
    title: 'Alerta del servicio',
    classes: {
      'Sin alerta': 'Sin alerta',
      'Alerta baja': 'Alerta baja',
      'Alerta media': 'Alerta media',
      'Alerta alta': 'Alerta alta',
      'Alerta crítica': 'Alerta crítica',
      'No procesado': 'No procesado',
    } satisfies Record<SectionContents['alerta_servicio']['clasificacion'], string>,
    period: (month: string) => `Periodo ${month}`,
    of: (points: number, max: number) => `${points} de ${max} puntos`,
    modules: (count: number) => `${count} de 4 módulos`,
    partial: 'Faltan módulos: no equivale a un historial limpio.',
    module: { finanzas: 'Finanzas', judicial: 'Judicial', laboral: 'Laboral', boletin: 'Boletín' },
    noDatum: 'Sin dato',
    omissions: 'Omisiones tributarias',
    insolvency: 'Boletín concursal',
    listed: 'Figura',
    notListed: 'No figura',
    has: 'Registra',
    hasNot: 'No registra',
    unread: 'No se conoce',
    plus: (points: number) => (points === 1 ? '+1 punto' : `+${points} puntos`),
    summary: (level: string, points: number, max: number) => `${level}: ${points} de ${max} puntos`,
  },
  score: {
    title: 'Score de tercero',
    subtitle: 'Proveedor externo de riesgo',
    grade: 'nota',
    current: 'Actual',
    previous: 'Periodo previo',
    extreme: 'Peor o mejor momento',
  },
  exposure: {
    title: 'Exposición total',
    at: (day: string) => `Al ${day}`,
    inTwelve: 'en 12 meses',
    worst: 'Peor calificación',
    /** The share is rounded, and nobody has a rating for nothing. */
    worstOf: (rating: string, share: number) => `${rating} en ${share ? `el ${percent(share)}` : 'menos del 0.01%'} de la deuda`,
    overdue: 'Máximo de días de atraso',
    days: (days: number) => (days === 1 ? '1 día' : `${days} días`),
    onlyDistribution: 'Solo se conoce la distribución por calificación.',
  },
  compliance: {
    title: 'Compliance',
    lists: 'Listas de compliance',
    listsOf: (meanings: string) => `Listas de ${meanings}`,
    levels: { 'Alerta Alta': 'Alerta alta', 'Alerta Media': 'Alerta media', 'Alerta Baja': 'Alerta baja' },
  },
};
