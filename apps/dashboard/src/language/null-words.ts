import type { Language } from './languages.ts';

/** Texts in place of a missing figure. Null is never zero, and each of these means something else. */
const words = {
  es: {
    noInformation: 'Sin información',
    notReported: 'No reportado',
    notReportedShare: 'No reportada',
    noBase: 'sin base',
    notYet: 'se completará en la próxima actualización',
    noValue: 'Sin valor',
    noDatum: 'Sin dato',
    absent: 'No figura',
  },
  en: {
    noInformation: 'No information',
    notReported: 'Not reported',
    notReportedShare: 'Not reported',
    noBase: 'no base',
    notYet: 'will be completed in the next update',
    noValue: 'No value',
    noDatum: 'No data',
    absent: 'Not present',
  },
};

export const nullWords: Record<Language, (typeof words)['es']> = words;

export function orWord<T>(value: T | null | undefined, format: (value: T) => string, word: string): string {
  return value === null || value === undefined ? word : format(value);
}
