/** Months as YYYY-MM. */
export function monthsBefore(month: string, months: number): string {
  const [year, monthOfYear] = month.split('-').map(Number) as [number, number];
  const index = year * 12 + monthOfYear - 1 - months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** YYYY-MM-DD */
export function lastDayOf(month: string): string {
  const [year, monthOfYear] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, monthOfYear, 0)).toISOString().slice(0, 10);
}
