import type { AlertaServicioSection } from '@vigia/contracts';
import { classOf, floorsOf, gravest, type ModulePoints } from './classification.js';
import { note, pointsOf, type Reason } from './reasons.js';
import type { ScoreInputs } from './score-inputs.js';
import { scoreModules, type ScoreModule, type Scorecard } from './scorecard.js';
import { scorecardV1 } from './scorecard-v1.js';

export interface Scored {
  /** Version of the scorecard. */
  model: string;
  section: AlertaServicioSection;
  reasons: Reason[];
}

/** The alert of a profile, with every reason for it. The same inputs and model give the same answer, for ever. */
export function scoreProfile(inputs: ScoreInputs, model: Scorecard = scorecardV1): Scored {
  const included = scoreModules.filter((module) => inputs[module] !== null);
  const pointLines = new Map(included.map((module): [ScoreModule, Reason[]] => [module, pointsOf(module, inputs, model)]));
  const points: ModulePoints = new Map([...pointLines].map(([module, lines]) => [module, sum(lines.map((line) => line.points))]));
  const total = sum([...points.values()]);
  const maximum = sum(included.map((module) => model.modules[module].maximum));
  const floors = floorsOf(points, inputs, model);
  const covered = maximum >= model.leastMaximum;
  const byPoints = classOf(total, maximum, model);

  return {
    model: model.version,
    reasons: [...[...pointLines.values()].flat(), ...floors, ...whatIsMissing(inputs, maximum, model)],
    section: {
      periodo: inputs.periodo,
      puntaje_total: total,
      puntaje_maximo: maximum,
      clasificacion: covered ? gravest([byPoints, ...floors.flatMap(({ atLeast }) => atLeast ?? [])], model) : 'No procesado',
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

/** A gap in the data is told like any other reason, so that nobody takes it for a clean record. */
function whatIsMissing(inputs: ScoreInputs, maximum: number, { leastMaximum }: Scorecard): Reason[] {
  const { finanzas } = inputs;
  return [
    ...scoreModules
      .filter((module) => inputs[module] === null)
      .map((module) => note(module, 'sin_datos', 'Sin datos: el módulo no se incluye')),
    ...(finanzas?.peor_calificacion && !finanzas.situacion
      ? [note('finanzas', 'sin_situacion', 'Sin saldos: solo cuentan la calificación y los días vencidos')]
      : []),
    ...(maximum < leastMaximum
      ? [note(null, 'cobertura', `No se clasifica: el máximo de los módulos incluidos es ${maximum}, menos de ${leastMaximum}`)]
      : []),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
