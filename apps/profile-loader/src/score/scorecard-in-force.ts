import { uitByYear } from '@vigia/contracts';
import type { Scorecard } from './scorecard.js';

/** Results are stored with the version that produced them: a changed rule needs a new version name. A band is [more than, points]. */
export const scorecardInForce: Scorecard = {
  version: 'v3',
  uitByYear,
  milderBelowPercent: 20,
  // One ladder per line, so that it can be compared with the tables of the README.
  // prettier-ignore
  modules: {
    finanzas: {
      maximum: 40,
      components: {
        peor_calificacion: [
          { measure: 'peor_calificacion', label: 'Peor calificación', unit: 'rating', bands: [[0, 4], [1, 8], [2, 12], [3, 16]] },
        ],
        dias_vencidos: [
          { measure: 'max_dias_vencidos', label: 'Días de atraso', unit: 'days', bands: [[0, 1], [8, 2], [30, 4], [60, 6], [120, 8]] },
        ],
        mora: [
          { measure: 'mora_sobre_directa', label: 'Deuda vencida y judicial sobre la directa', unit: 'percent', bands: [[0, 1], [1, 3], [5, 5], [15, 8]] },
        ],
        castigada: [
          { measure: 'castigada', label: 'Deuda castigada', unit: 'uit', bands: [[0, 3], [1, 6]] },
        ],
        alza_de_exposicion: [
          { measure: 'alza_de_exposicion', label: 'Aumento en seis meses de la exposición sin atraso', unit: 'percent', bands: [[50, 2]] },
        ],
      },
    },
    judicial: {
      maximum: 25,
      components: {
        deudores_morosos: [
          { measure: 'deudores_morosos', label: 'Deudores judiciales y alimentarios morosos', unit: 'uit', bands: [[0, 8], [10, 12]] },
        ],
        edictos_judiciales: [
          { measure: 'edictos_judiciales', label: 'Edictos judiciales', unit: 'count', bands: [[0, 2], [1, 3], [3, 5]] },
        ],
        boletin_concursal: [
          { measure: 'boletin_concursal', label: 'Figura en el boletín concursal', unit: 'fact', bands: [[0, 8]] },
        ],
      },
    },
    laboral: {
      maximum: 15,
      components: {
        deuda_laboral: [
          { measure: 'deuda_laboral', label: 'Deuda laboral vencida', unit: 'uit', bands: [[0, 2], [1, 4], [10, 7]] },
        ],
        resoluciones: [
          { measure: 'resoluciones', label: 'Resoluciones laborales', unit: 'count', bands: [[0, 1], [1, 3], [3, 5]] },
          { measure: 'multas', label: 'Multas laborales', unit: 'uit', bands: [[10, 5]] },
        ],
        planilla: [
          { measure: 'caida_de_planilla', label: 'Caída de la planilla en doce meses', unit: 'percent', bands: [[30, 1], [50, 2]] },
          { measure: 'planilla_en_cero', label: 'Planilla en cero', unit: 'fact', bands: [[0, 3]] },
        ],
      },
    },
    boletin: {
      maximum: 20,
      components: {
        deuda_coactiva: [
          { measure: 'deuda_coactiva', label: 'Deuda coactiva', unit: 'uit', bands: [[0, 3], [1, 6], [10, 9]] },
        ],
        deuda_vencida: [
          { measure: 'deuda_vencida', label: 'Deuda comercial vencida', unit: 'uit', bands: [[0, 2], [1, 3], [10, 5]] },
        ],
        protestos: [
          { measure: 'protestos', label: 'Documentos protestados', unit: 'uit', bands: [[0, 2], [1, 4], [10, 6]] },
        ],
      },
    },
  },
  leastMaximum: 40,
  classes: [
    { name: 'Sin alerta', fromPercent: 0 },
    { name: 'Alerta baja', fromPercent: 3 },
    { name: 'Alerta media', fromPercent: 15 },
    { name: 'Alerta alta', fromPercent: 35 },
    { name: 'Alerta crítica', fromPercent: 55 },
  ],
  factFloors: [
    { module: 'identificacion', measure: 'omisiones_tributarias', label: 'Omisiones tributarias', atLeast: 'Alerta baja' },
    { module: 'identificacion', measure: 'no_habido_o_baja', label: 'Contribuyente no habido o de baja', atLeast: 'Alerta media' },
    {
      module: 'judicial',
      measure: 'deudores_morosos',
      label: 'Inscrito como deudor judicial o alimentario moroso',
      atLeast: 'Alerta media',
    },
    { module: 'finanzas', measure: 'castigada', label: 'Tiene deuda castigada', atLeast: 'Alerta media' },
    { module: 'judicial', measure: 'boletin_concursal', label: 'Figura en el boletín concursal', atLeast: 'Alerta alta' },
  ],
  moduleFloors: [
    { modules: 1, fromPercent: 90, atLeast: 'Alerta alta' },
    { modules: 2, fromPercent: 60, atLeast: 'Alerta crítica' },
  ],
};
