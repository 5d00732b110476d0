import type { AlertaServicioSection, AlertaServicioSectionV1, ScoreReason } from '@vigia/contracts';
import { floorsOf, gapsOf, note, omissionsUnknown, pointsOf, type ModulePoints } from './reasons.js';
import type { ScoreInputs } from './score-inputs.js';
import { scorecardInForce } from './scorecard-in-force.js';
import { scoreModules, type AlertClass, type Scorecard, type ScoreModule } from './scorecard.js';

interface Scored {
  /** Version of the scorecard. */
  model: string;
  section: AlertaServicioSection;
  /** The points of all lines add up to the total. */
  reasons: ScoreReason[];
}

/** The alert of a profile, with every reason for it. Pure: the same inputs and model always give the same result. */
export function scoreProfile(inputs: ScoreInputs, model: Scorecard = scorecardInForce): Scored {
  const included = scoreModules.filter((module) => inputs[module] !== null);
  const pointLines = new Map(included.map((module): [ScoreModule, ScoreReason[]] => [module, pointsOf(module, inputs, model)]));
  const points: ModulePoints = new Map([...pointLines].map(([module, lines]) => [module, sum(lines.map((line) => line.points))]));
  const total = sum([...points.values()]);
  const maximum = sum(included.map((module) => model.modules[module].maximum));
  const floors = floorsOf(points, inputs, model);
  const gaps = gapsOf(inputs);
  const byPoints = maximum >= model.leastMaximum ? [classOf(total, maximum, model)] : [];
  const clasificacion = classify([...byPoints, ...floors.flatMap(({ atLeast }) => atLeast ?? [])], gaps, model);

  return {
    model: model.version,
    reasons: [
      ...[...pointLines.values()].flat(),
      ...floors,
      ...gaps,
      ...omissionsUnknown(inputs),
      ...tooFewModules(maximum, model),
      ...(clasificacion === 'No procesado' ? [unclassified] : []),
    ],
    section: {
      periodo: inputs.periodo,
      puntaje_total: total,
      puntaje_maximo: maximum,
      clasificacion,
      modulos_incluidos: included,
      omisiones_tributarias: omissionsOf(inputs),
      puntaje_finanzas: points.get('finanzas') ?? null,
      puntaje_judicial: points.get('judicial') ?? null,
      puntaje_laboral: points.get('laboral') ?? null,
      puntaje_boletin: points.get('boletin') ?? null,
      puntaje_maximo_finanzas: model.modules.finanzas.maximum,
      puntaje_maximo_judicial: model.modules.judicial.maximum,
      puntaje_maximo_laboral: model.modules.laboral.maximum,
      puntaje_maximo_boletin: model.modules.boletin.maximum,
      boletin_concursal: inputs.judicial?.boletin_concursal ?? false,
    },
  };
}

function omissionsOf({ identificacion, areOmissionsUnknown }: ScoreInputs): boolean | null {
  return identificacion === null || areOmissionsUnknown ? null : identificacion.omisiones_tributarias.length > 0;
}

/** The class by points alone. It compares whole numbers, so that a percentage exactly on a limit is in the higher class. */
export function classOf(total: number, maximum: number, { classes }: Scorecard): AlertClass {
  return classes.findLast(({ fromPercent }) => total * 100 >= fromPercent * maximum)!.name;
}

/**
 * The gravest class that points or floors require. The mildest class says that nothing was found, which requires complete data: with a gap
 * there is no class instead.
 */
function classify(
  asked: readonly AlertClass[],
  gaps: readonly ScoreReason[],
  { classes }: Scorecard,
): AlertaServicioSection['clasificacion'] {
  const gravest = classes.findLast(({ name }) => asked.includes(name));
  if (!gravest || (gravest === classes[0] && gaps.length > 0)) return 'No procesado';
  return gravest.name;
}

function tooFewModules(maximum: number, { leastMaximum }: Scorecard): ScoreReason[] {
  if (maximum >= leastMaximum) return [];
  return [
    note(null, 'cobertura', `Los puntos no se clasifican: el máximo de los módulos incluidos es ${maximum}, menos de ${leastMaximum}`),
  ];
}

const unclassified = note(null, 'no_procesado', 'No se clasifica: faltan datos y los que hay no bastan para una alerta');

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const wordsV1 = {
  'Sin alerta': 'Sin riesgo',
  'Alerta baja': 'Riesgo bajo',
  'Alerta media': 'Riesgo medio',
  'Alerta alta': 'Riesgo alto',
  'Alerta crítica': 'Riesgo crítico',
  'No procesado': 'No procesado',
} as const satisfies Record<AlertaServicioSection['clasificacion'], AlertaServicioSectionV1['clasificacion_riesgo']>;

/** The same result with the names and words of v1. */
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
