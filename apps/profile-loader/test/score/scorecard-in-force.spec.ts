import { describe, expect, it } from '@jest/globals';
import { classOf } from '../../src/score/score-profile.js';
import { scoreModules } from '../../src/score/scorecard.js';
import { scorecardInForce } from '../../src/score/scorecard-in-force.js';

describe('the scorecard in force', () => {
  it('reaches the maximum of each module with the highest bands, and a hundred in all', () => {
    const highest = scoreModules.map((module) =>
      Object.values(scorecardInForce.modules[module].components)
        .map((ladders) => Math.max(...ladders.flatMap(({ bands }) => bands.map(([, points]) => points))))
        .reduce((sum, points) => sum + points),
    );
    expect(highest).toEqual(scoreModules.map((module) => scorecardInForce.modules[module].maximum));
    expect(highest.reduce((sum, points) => sum + points)).toBe(100);
  });

  it('has ladders and classes that only rise', () => {
    const ladders = scoreModules.flatMap((module) => Object.values(scorecardInForce.modules[module].components).flat());
    const rising = (numbers: number[]) => numbers.every((number, i) => i === 0 || number > numbers[i - 1]!);
    for (const { bands } of ladders) {
      expect(rising(bands.map(([over]) => over)) && rising(bands.map(([, points]) => points))).toBe(true);
    }
    expect(rising(scorecardInForce.classes.map(({ fromPercent }) => fromPercent))).toBe(true);
    expect(rising(scorecardInForce.uitByYear.map(([year]) => year))).toBe(true);
  });

  it('starts each class exactly at its percentage, whatever the maximum', () => {
    const starts = { 3: 'Alerta baja', 15: 'Alerta media', 35: 'Alerta alta', 55: 'Alerta crítica' };
    for (const [start, name] of Object.entries(starts)) {
      const percent = Number(start);
      expect(classOf(percent, 100, scorecardInForce)).toBe(name);
      expect(classOf(percent - 1, 100, scorecardInForce)).not.toBe(name);
      expect(classOf(percent * 3, 300, scorecardInForce)).toBe(name);
    }
    expect([classOf(9, 60, scorecardInForce), classOf(8, 60, scorecardInForce)]).toEqual(['Alerta media', 'Alerta baja']);
  });
});
