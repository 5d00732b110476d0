/** Months are YYYY-MM, days YYYY-MM-DD: their order as texts is their order in time. */
export function monthsBefore(month: string, months: number): string {
  const [year, monthOfYear] = month.split('-').map(Number) as [number, number];
  const index = year * 12 + monthOfYear - 1 - months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

export function lastDayOf(month: string): string {
  const [year, monthOfYear] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, monthOfYear, 0)).toISOString().slice(0, 10);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** MM/YYYY */
export function monthSlashYear(month: string): string {
  return month.split('-').reverse().join('/');
}
