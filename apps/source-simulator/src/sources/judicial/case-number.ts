import type { Random } from '../../domain/random.js';

/** As courts number their files: sequence, year, copy, district, kind of court, matter and its number. */
export function caseNumber(random: Random, year: number, matter: string): string {
  const sequence = String(random.integer(1, 29_999)).padStart(5, '0');
  return `${sequence}-${year}-0-1801-JR-${matter}-${String(random.integer(1, 20)).padStart(2, '0')}`;
}
