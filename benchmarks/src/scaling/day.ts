/** Seconds after midnight. */
export type Instant = number;

export const dayS = 86_400;

/** Jobs per second on one queue, at hours of a Monday; straight lines between them. */
const monday: readonly (readonly [hour: number, perSecond: number])[] = [
  [0, 0.5],
  [7, 0.5],
  [8, 4],
  [8.5, 12],
  [9.5, 16],
  [10.5, 9],
  [13, 4],
  [15, 6],
  [18, 1.5],
  [20, 0.5],
  [24, 0.5],
];

/** Clients that send a portfolio: the most documents per minute that one may send, for this many minutes. */
const bulks = [
  { fromS: 8.75 * 3600, minutes: 5 },
  { fromS: 9.25 * 3600, minutes: 8 },
  { fromS: 11 * 3600, minutes: 3 },
  { fromS: 15.5 * 3600, minutes: 5 },
];
const documentsPerMinute = 1000;

export function rateAt(second: Instant): number {
  const hour = second / 3600;
  const after = Math.max(
    1,
    monday.findIndex(([at]) => at > hour),
  );
  const [[fromHour, from], [toHour, to]] = [monday[after - 1]!, monday[after]!];
  const steady = from + ((to - from) * (hour - fromHour)) / (toHour - fromHour);
  const sent = bulks.filter(({ fromS, minutes }) => second >= fromS && second < fromS + minutes * 60).length;
  return steady + (sent * documentsPerMinute) / 60;
}

const highestRate = 16 + documentsPerMinute / 60;

/** The arrival times of jobs in a Poisson process whose rate changes over the day. */
export function arrivalsOf(random: () => number): Instant[] {
  const arrivals: Instant[] = [];
  for (let at = 0; ;) {
    at -= Math.log(1 - random()) / highestRate;
    if (at >= dayS) return arrivals;
    if (random() < rateAt(at) / highestRate) arrivals.push(at);
  }
}
