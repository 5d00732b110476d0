import { expect, it } from '@jest/globals';
import { isInvented } from '../src/profile/basis/inventions.ts';

const answered = (source: 'codeudores_avales' | 'deuda_financiera') => ({
  sections: [],
  latest: [{ source, version: 'v1', answeredAt: '2026-11-20T14:00:00.000Z', simulated: true as const }],
});

it('a section depends on the simulator if it invented the answer of one of its sources', () => {
  expect(isInvented(answered('codeudores_avales'), 'finanzas')).toBe(true);
  expect(isInvented(answered('codeudores_avales'), 'legal')).toBe(false);
});

it('the score depends only on the sources that affect it', () => {
  expect(isInvented(answered('deuda_financiera'), 'alerta_servicio')).toBe(true);
  expect(isInvented(answered('codeudores_avales'), 'alerta_servicio')).toBe(false);
});
