import { newest, threePeriods, type ThreePeriods } from '../../domain/three-periods.js';
import { defineMapping } from '../source-mapping.js';
import { payroll, type Payroll } from './raw-answer.js';

type Declared = Payroll['periodos'][number];

export const trabajadores = defineMapping({ answer: payroll, piece: heads });

/** The total is the sum of its parts, whatever the register prints. */
function heads(raw: Payroll | null): Record<'total' | 'workers' | 'pensioners' | 'contractors', ThreePeriods> {
  const declared = raw?.periodos ?? [];
  const latest = newest(declared.map(({ periodo }) => periodo));
  const counting = (count: (month: Declared) => number) =>
    threePeriods(latest, (month) => {
      const found = declared.find(({ periodo }) => periodo === month);
      return found ? count(found) : null;
    });
  return {
    total: counting((month) => month.trabajadores + month.pensionistas + month.prestadores_servicio),
    workers: counting((month) => month.trabajadores),
    pensioners: counting((month) => month.pensionistas),
    contractors: counting((month) => month.prestadores_servicio),
  };
}
