import type { AlertaServicioSection } from '@vigia/contracts';
import { classify, classOf, floorsOf, type ModulePoints } from './classification.js';
import { gapsOf } from './gaps.js';
import { note, pointsOf, type Reason } from './reasons.js';
import type { ScoreInputs } from './score-inputs.js';
import { scoreModules, type ScoreModule, type Scorecard } from './scorecard.js';
import { scorecardV2 } from './scorecard-v2.js';

export interface Scored {
  /** Version of the scorecard. */
  model: string;
  section: AlertaServicioSection;
  reasons: Reason[];
}

/** The alert of a profile, with every reason for it. The same inputs and model give the same answer, for ever. */
export function scoreProfile(inputs: ScoreInputs, model: Scorecard = scorecardV2): Scored {
  const included = scoreModules.filter((module) => inputs[module] !== null);
  const pointLines = new Map(included.map((module): [ScoreModule, Reason[]] => [module, pointsOf(module, inputs, model)]));
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
      ...tooFewModules(maximum, model),
      ...(clasificacion === 'No procesado' ? [unclassified] : []),
    ],
    section: {
      periodo: inputs.periodo,
      puntaje_total: total,
      puntaje_maximo: maximum,
      clasificacion,
      modulos_incluidos: included,
      omisiones_tributarias: inputs.identificacion && inputs.identificacion.omisiones_tributarias.length > 0,
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

function tooFewModules(maximum: number, { leastMaximum }: Scorecard): Reason[] {
  if (maximum >= leastMaximum) return [];
  return [
    note(null, 'cobertura', `Los puntos no se clasifican: el máximo de los módulos incluidos es ${maximum}, menos de ${leastMaximum}`),
  ];
}

const unclassified = note(null, 'no_procesado', 'No se clasifica: faltan datos y los que hay no bastan para una alerta');

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
