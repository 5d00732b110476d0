import { sourceCatalogue } from '@vigia/contracts';
import { note, type Reason } from './reasons.js';
import type { ScoreInputs, ScoredSection } from './score-inputs.js';
import { scoreModules } from './scorecard.js';

/** What the score should have read and could not. A gap is told like any other reason, so that nobody takes it for a clean record. */
export function gapsOf(inputs: ScoreInputs): Reason[] {
  return [...sectionsWithoutData(inputs), ...sourcesWithoutAnswer(inputs), ...ratingsWithoutBalances(inputs)];
}

function sectionsWithoutData(inputs: ScoreInputs): Reason[] {
  const text: Partial<Record<ScoredSection, string>> = { identificacion: 'Sin datos: no se conocen omisiones, condición ni estado' };
  return (['identificacion', ...scoreModules] as const)
    .filter((section) => inputs[section] === null)
    .map((section) => note(section, 'sin_datos', text[section] ?? 'Sin datos: el módulo no se incluye'));
}

function sourcesWithoutAnswer(inputs: ScoreInputs): Reason[] {
  return inputs.unanswered
    .map((source) => ({ source, section: sourceCatalogue[source].section }))
    .filter(({ section }) => inputs[section] !== null)
    .map(({ source, section }) => note(section, 'sin_respuesta', `Sin respuesta de ${source}: no suma puntos`));
}

function ratingsWithoutBalances({ finanzas }: ScoreInputs): Reason[] {
  if (!finanzas?.peor_calificacion || finanzas.situacion) return [];
  return [note('finanzas', 'sin_situacion', 'Sin saldos: solo cuentan la calificación y los días vencidos')];
}
