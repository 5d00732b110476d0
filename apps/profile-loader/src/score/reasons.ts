import { creditRatings } from '@vigia/contracts';
import { bandOf } from './ladder.js';
import { measures } from './measures.js';
import type { ScoredSection, ScoreInputs } from './score-inputs.js';
import type { AlertClass, Band, Ladder, ScoreModule, Scorecard } from './scorecard.js';

/** One line of the account that the score gives of itself. The points of all lines are the total. */
export interface Reason {
  /** Null where several modules together are the reason. */
  module: ScoredSection | null;
  component: string;
  points: number;
  /** The class that this line alone asks for, whatever the points. */
  atLeast: AlertClass | null;
  text: string;
}

export function note(module: Reason['module'], component: string, text: string, atLeast: AlertClass | null = null): Reason {
  return { module, component, points: 0, atLeast, text };
}

/** A line per component that has points. */
export function pointsOf(module: ScoreModule, inputs: ScoreInputs, model: Scorecard): Reason[] {
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

function uitIn(periodo: string, { uitByYear }: Scorecard): number {
  const year = Number(periodo.slice(0, 4));
  const [, soles] = uitByYear.findLast(([since]) => since <= year) ?? uitByYear[0]!;
  return soles;
}

const twoDecimals = new Intl.NumberFormat('es-PE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function explain({ label, unit }: Ladder, measured: number, [over]: Band, uitSoles: number): string {
  switch (unit) {
    case 'uit':
      return `${label}: S/ ${twoDecimals.format(measured / 100)}, más de ${over} UIT de S/ ${twoDecimals.format(uitSoles)}`;
    case 'percent':
      return `${label}: ${twoDecimals.format(measured)} %, más de ${over} %`;
    case 'rating':
      return `${label}: cuenta como ${creditRatings[measured]}`;
    case 'days':
    case 'count':
      return `${label}: ${measured}, más de ${over}`;
    case 'fact':
      return label;
  }
}
