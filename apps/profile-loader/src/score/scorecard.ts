import type { AlertaServicioSection } from '@vigia/contracts';

export type ScoreModule = AlertaServicioSection['modulos_incluidos'][number];
export type AlertClass = Exclude<AlertaServicioSection['clasificacion'], 'No procesado'>;

/** In the order in which the section names them. */
export const scoreModules = ['finanzas', 'judicial', 'laboral', 'boletin'] as const satisfies readonly ScoreModule[];

/** What can be measured on a profile. */
export type MeasureName =
  | 'omisiones_tributarias'
  | 'no_habido_o_baja'
  | 'peor_calificacion'
  | 'max_dias_vencidos'
  | 'mora_sobre_directa'
  | 'castigada'
  | 'alza_de_exposicion'
  | 'deudores_morosos'
  | 'edictos_judiciales'
  | 'boletin_concursal'
  | 'deuda_laboral'
  | 'resoluciones'
  | 'multas'
  | 'caida_de_planilla'
  | 'planilla_en_cero'
  | 'deuda_coactiva'
  | 'deuda_vencida'
  | 'protestos';

/** Amounts are measured in cents and compared in tax units (UIT); facts are 1 or 0; ratings are positions in `creditRatings`. */
type Unit = 'uit' | 'percent' | 'days' | 'count' | 'rating' | 'fact';

export interface Ladder {
  measure: MeasureName;
  /** The text for people. */
  label: string;
  unit: Unit;
  /** Rising; the last band that the measure exceeds gives the points. */
  bands: readonly Band[];
}

export type Band = readonly [over: number, points: number];

interface ModuleModel {
  maximum: number;
  /** Components add up. Within one component the highest ladder counts. */
  components: Readonly<Record<string, readonly Ladder[]>>;
}

/** A fact that sets a minimum class, whatever the points say. */
interface FactFloor {
  module: ScoreModule | 'identificacion';
  measure: MeasureName;
  label: string;
  atLeast: AlertClass;
}

/** This many modules at this share of their maximum set a minimum class. */
interface ModuleFloor {
  modules: number;
  fromPercent: number;
  atLeast: AlertClass;
}

export interface Scorecard {
  version: string;
  /** Tax unit in soles by year, rising. The last one also applies to later years, the first to earlier ones. */
  uitByYear: readonly (readonly [year: number, soles: number])[];
  /** A worst rating with less than this share of the debt counts one step milder. */
  milderBelowPercent: number;
  modules: Readonly<Record<ScoreModule, ModuleModel>>;
  /** If the sum of the included maxima is smaller, the points give no class. */
  leastMaximum: number;
  /** From mild to grave, by total as a percentage of the included maxima. */
  classes: readonly { name: AlertClass; fromPercent: number }[];
  factFloors: readonly FactFloor[];
  moduleFloors: readonly ModuleFloor[];
}
