const minutesADay = 1_440;

interface Spread {
  /** Simulated profiles: each stands for many real ones. */
  profiles: number;
  /** The minutes of the first day between which they are loaded. */
  loadedFrom: number;
  loadedTo: number;
  days: number;
  random: () => number;
}

/** A profile is due again after a day less up to a tenth, drawn each time, as in the loader's schedule. */
const daysUntilDue = (drawn: number) => 1 - drawn / 10;

/** For one profile, on average. */
export const refreshesADay = 1 / daysUntilDue(0.5);

/** How many times the average of a day its busiest hour has. */
export function peaks(spread: Spread): number[] {
  return refreshesByHour(spread).map((ofDay) => (Math.max(...ofDay) * 24) / ofDay.reduce((all, count) => all + count, 0));
}

/** The number of refreshes in each hour of each day. */
export function refreshesByHour({ profiles, loadedFrom, loadedTo, days, random }: Spread): number[][] {
  const hours = Array.from({ length: days }, () => Array.from({ length: 24 }, () => 0));
  for (let profile = 0; profile < profiles; profile += 1) {
    let minute = loadedFrom + random() * (loadedTo - loadedFrom);
    while (minute < days * minutesADay) {
      const [day, hour] = [Math.floor(minute / minutesADay), Math.floor((minute % minutesADay) / 60)];
      hours[day]![hour]! += 1;
      minute += minutesADay * daysUntilDue(random());
    }
  }
  return hours;
}
