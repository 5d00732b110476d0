import { creditRatings, sourceCatalogue, type ScoreReason } from '@vigia/contracts';
import { measures } from './measures.js';
import type { ScoredSection, ScoreInputs } from './score-inputs.js';
import { scoreModules, type AlertClass, type Band, type Ladder, type Scorecard, type ScoreModule } from './scorecard.js';

export function note(module: ScoreReason['module'], component: string, text: string, atLeast: AlertClass | null = null): ScoreReason {
  return { module, component, points: 0, atLeast, text };
}

/** One line per component with points. */
export function pointsOf(module: ScoreModule, inputs: ScoreInputs, model: Scorecard): ScoreReason[] {
  const uitSoles = uitIn(inputs.periodo, model);
  return Object.entries(model.modules[module].components).flatMap(([component, ladders]) => {
    const reached = ladders.flatMap((ladder) => {
      const measured = measures[ladder.measure](inputs, model);
      const band = bandOf(ladder, measured, uitSoles);
      return band ? { points: band[1], text: explain(ladder, measured, band, uitSoles) } : [];
    });
    const [highest] = reached.toSorted((a, b) => b.points - a.points);
    return highest ? { module, component, atLeast: null, ...highest } : [];
  });
}

/** The highest band of the ladder that the measured value exceeds. */
function bandOf({ unit, bands }: Ladder, measured: number, uitSoles: number): Band | undefined {
  const value = unit === 'uit' ? measured / (uitSoles * 100) : measured;
  return bands.findLast(([over]) => value > over);
}

function uitIn(periodo: string, { uitByYear }: Scorecard): number {
  const year = Number(periodo.slice(0, 4));
  const [, soles] = uitByYear.findLast(([since]) => since <= year) ?? uitByYear[0]!;
  return soles;
}

const twoDecimals = new Intl.NumberFormat('es-PE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A part is not rounded to nothing, to the whole or to the limit that it exceeds. */
function percentage(measured: number, over: number): string {
  const part = measured < 100 ? Math.min(99.99, Math.max(0.01, measured)) : measured;
  const decimals = [2, 3, 4, 5].find((places) => Number(part.toFixed(places)) > over) ?? 6;
  return `${part.toLocaleString('es-PE', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}%`;
}

/** Figures of a section follow the colon, where they are cut off for a plan that leaves the section out. */
function explain({ label, unit }: Ladder, measured: number, [over]: Band, uitSoles: number): string {
  switch (unit) {
    case 'uit':
      return `${label}: S/ ${twoDecimals.format(measured / 100)}${beyond(over, ` UIT de S/ ${twoDecimals.format(uitSoles)}`)}`;
    case 'percent':
      return `${label}: ${percentage(measured, over)}${beyond(over, '%')}`;
    case 'rating':
      return `${label}: cuenta como ${creditRatings[measured]}`;
    case 'days':
    case 'count':
      return `${label}: ${measured}${beyond(over, '')}`;
    case 'fact':
      return label;
  }
}

/** The limit of a band. That nothing is allowed needs no number. */
function beyond(over: number, unit: string): string {
  return over === 0 ? '' : `, más de ${over}${unit}`;
}

const moduleNames: Record<ScoreModule, string> = { finanzas: 'Finanzas', judicial: 'Judicial', laboral: 'Laboral', boletin: 'Boletín' };

export type ModulePoints = ReadonlyMap<ScoreModule, number>;

/** Facts and high modules that require a class, whatever the points. */
export function floorsOf(points: ModulePoints, inputs: ScoreInputs, model: Scorecard): ScoreReason[] {
  return [...factFloors(inputs, model), ...moduleFloors(points, model)];
}

function factFloors(inputs: ScoreInputs, model: Scorecard): ScoreReason[] {
  return model.factFloors
    .filter(({ measure }) => measures[measure](inputs, model) > 0)
    .map(({ module, measure, label, atLeast }) => note(module, measure, label, atLeast));
}

function moduleFloors(points: ModulePoints, model: Scorecard): ScoreReason[] {
  return model.moduleFloors.flatMap(({ modules, fromPercent, atLeast }) => {
    const high = [...points].filter(([module, value]) => value * 100 >= fromPercent * model.modules[module].maximum);
    if (high.length < modules) return [];
    const names = high.map(([module]) => moduleNames[module]).join(', ');
    return note(null, 'modulos_altos', `Módulos con ${fromPercent}% o más de su máximo: ${names}`, atLeast);
  });
}

/** What the score should have read and could not. A gap is a reason like any other, so that it does not look like a clean record. */
export function gapsOf(inputs: ScoreInputs): ScoreReason[] {
  return [...sectionsWithoutData(inputs), ...sourcesWithoutAnswer(inputs), ...sourcesReadInPart(inputs), ...ratingsWithoutBalances(inputs)];
}

function sectionsWithoutData(inputs: ScoreInputs): ScoreReason[] {
  const text: Partial<Record<ScoredSection, string>> = { identificacion: 'Sin datos: no se conocen omisiones, condición ni estado' };
  return (['identificacion', ...scoreModules] as const)
    .filter((section) => inputs[section] === null)
    .map((section) => note(section, 'sin_datos', text[section] ?? 'Sin datos: el módulo no se incluye'));
}

/** Reported, but no gap: hardly any provider reports omissions, so otherwise nobody could be without an alert. */
export function omissionsUnknown({ identificacion, areOmissionsUnknown }: ScoreInputs): ScoreReason[] {
  if (identificacion === null || !areOmissionsUnknown) return [];
  return [note('identificacion', 'omisiones_sin_consultar', 'No se consultaron las omisiones tributarias')];
}

function sourcesWithoutAnswer(inputs: ScoreInputs): ScoreReason[] {
  return withSections(inputs.unanswered, inputs).map(([source, section]) =>
    note(section, 'sin_respuesta', `Sin respuesta de ${source}: no suma puntos`),
  );
}

function sourcesReadInPart(inputs: ScoreInputs): ScoreReason[] {
  return withSections(inputs.partlyRead, inputs).map(([source, section]) =>
    note(section, 'lectura_parcial', `Una parte de ${source} no se pudo leer: esa parte no suma puntos`),
  );
}

/** Leaves out the sources of a section without data, because another line says that there is none. */
function withSections(sources: ScoreInputs['unanswered'], inputs: ScoreInputs) {
  return sources.map((source) => [source, sourceCatalogue[source].section] as const).filter(([, section]) => inputs[section] !== null);
}

function ratingsWithoutBalances({ finanzas }: ScoreInputs): ScoreReason[] {
  if (!finanzas?.peor_calificacion || finanzas.situacion) return [];
  return [note('finanzas', 'sin_situacion', 'Sin saldos: solo cuentan la calificación y los días de atraso')];
}
