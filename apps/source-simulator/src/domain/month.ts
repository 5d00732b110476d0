import { limaDay } from '@vigia/contracts';

/** Months counted from January of the year 0: a month keeps its number whenever it is asked about. */
export type Month = number;

export function monthOf(year: number, month: number): Month {
  return year * 12 + month - 1;
}

export function monthAt(instant: Date): Month {
  const [year, month] = limaDay(instant).split('-').map(Number) as [number, number, number];
  return monthOf(year, month);
}

const yearOf = (month: Month) => Math.floor(month / 12);
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** yyyy-mm */
export function monthText(month: Month): string {
  return `${yearOf(month)}-${twoDigits((month % 12) + 1)}`;
}

/** dd/mm/yyyy, as Peruvian registries print a day. */
export function dayText(month: Month, day: number): string {
  return `${twoDigits(day)}/${twoDigits((month % 12) + 1)}/${yearOf(month)}`;
}

/** yyyymmdd of the last day, as the credit report dates itself. */
export function closingDay(month: Month): string {
  const lastDay = new Date(Date.UTC(yearOf(month), (month % 12) + 1, 0)).getUTCDate();
  return `${yearOf(month)}${twoDigits((month % 12) + 1)}${twoDigits(lastDay)}`;
}

/** That many months, oldest first, the given one last. */
export function monthsUpTo(last: Month, count: number): Month[] {
  return Array.from({ length: count }, (_, i) => last - count + 1 + i);
}
