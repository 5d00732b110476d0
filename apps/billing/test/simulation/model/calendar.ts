/** Days are YYYY-MM-DD and months YYYY-MM, both in Lima: as texts they sort by time. */
export type Day = string;
export type Month = string;

const inLima = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Lima' });

export const dayAt = (instant: number): Day => inLima.format(instant);
export const endOf = (day: Day): number => Date.parse(`${day}T24:00:00-05:00`);
export const monthOf = (day: Day): Month => day.slice(0, 7);

function monthAfter(month: Month): Month {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

export const lastDayOf = (month: Month): Day => dayAt(Date.parse(`${monthAfter(month)}-01T00:00:00-05:00`) - 1);

/** The months from one day to another, including the months of both days. */
export function monthsBetween(first: Day, last: Day): Month[] {
  const months: Month[] = [];
  for (let month = monthOf(first); month <= monthOf(last); month = monthAfter(month)) months.push(month);
  return months;
}
