import { describe, expect, it } from '@jest/globals';
import type { ScreeningHit } from '@vigia/contracts';
import { basis as en } from '../src/profile/basis/words.en.ts';
import { basis as es } from '../src/profile/basis/words.es.ts';
import { foundWords } from '../src/profile/cards/found-words.ts';

const decision = { reason: 'Homónimo', decidedBy: 'analista', decidedAt: '2026-11-20T15:00:00.000Z' };
const of = (verdict: 'dismissed' | 'confirmed'): Pick<ScreeningHit, 'verdict'> => ({ verdict: { verdict, ...decision } });
const undecided = { verdict: null };

describe('what a screening has found', () => {
  it('is nothing without hits', () => {
    expect(foundWords('Alerta Baja', [], es)).toBe('No se encontró nada.');
  });

  it('is only similar on the lowest level, and a hit above it', () => {
    expect(foundWords('Alerta Baja', [undecided, undecided], es)).toBe('2 nombres que solo se parecen.');
    expect(foundWords('Alerta Alta', [undecided, of('confirmed')], es)).toBe('2 coincidencias.');
  });

  it('is never only similar where a hit was dismissed, which may be one by document', () => {
    expect(foundWords('Alerta Baja', [of('dismissed')], es)).toBe('1 coincidencia descartada.');
    expect(foundWords('Alerta Baja', [of('dismissed'), undecided], es)).toBe('1 nombre que solo se parece. 1 coincidencia descartada.');
    expect(foundWords('Alerta Media', [undecided, of('dismissed'), of('dismissed')], en)).toBe('1 hit. 2 dismissed hits.');
  });
});
