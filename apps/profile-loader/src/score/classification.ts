import type { AlertaServicioSection } from '@vigia/contracts';
import { measures } from './measures.js';
import { note, type Reason } from './reasons.js';
import type { ScoreInputs } from './score-inputs.js';
import type { AlertClass, ScoreModule, Scorecard } from './scorecard.js';

export type ModulePoints = ReadonlyMap<ScoreModule, number>;

/** The class of the points alone. Compared in whole numbers: a percentage exactly on a limit is in the higher class. */
export function classOf(total: number, maximum: number, { classes }: Scorecard): AlertClass {
  return classes.findLast(({ fromPercent }) => total * 100 >= fromPercent * maximum)!.name;
}

/** What asks for a class of its own, whatever the points. */
export function floorsOf(points: ModulePoints, inputs: ScoreInputs, model: Scorecard): Reason[] {
  return [...factFloors(inputs, model), ...moduleFloors(points, model)];
}

function factFloors(inputs: ScoreInputs, model: Scorecard): Reason[] {
  return model.factFloors
    .filter(({ measure }) => measures[measure](inputs, model) > 0)
    .map(({ module, measure, label, atLeast }) => note(module, measure, label, atLeast));
}

function moduleFloors(points: ModulePoints, model: Scorecard): Reason[] {
  return model.moduleFloors.flatMap(({ modules, fromPercent, atLeast }) => {
    const high = [...points].filter(([module, value]) => value * 100 >= fromPercent * model.modules[module].maximum);
    if (high.length < modules) return [];
    const names = high.map(([module]) => module).join(', ');
    return note(null, 'modulos_altos', `Con ${fromPercent} % o más de su máximo: ${names}`, atLeast);
  });
}

/**
 * The gravest class that anything asks for. The mildest says that nothing was found, and is said only where everything was
 * looked at: with a gap, what is not an alert is no class at all.
 */
export function classify(
  asked: readonly AlertClass[],
  gaps: readonly Reason[],
  { classes }: Scorecard,
): AlertaServicioSection['clasificacion'] {
  const gravest = classes.findLast(({ name }) => asked.includes(name));
  if (!gravest || (gravest === classes[0] && gaps.length > 0)) return 'No procesado';
  return gravest.name;
}
