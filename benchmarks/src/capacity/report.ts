import type { Costs } from './costs.js';
import type { Point } from './measure.js';
import { demandOf, mostPerSecond, needsOf, servers, utilisation, type Needs } from './model.js';

/** The content of `measured.json`. */
export interface Measured {
  machine: string;
  on: string;
  processors: number;
  costs: Costs;
  points: Record<'load' | 'refresh', Point>;
}

const cells = (name: string, values: string[]) => `  ${name.padEnd(44)}${values.map((value) => value.padStart(14)).join('')}`;
const whole = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));

/** Compares the number per second that follows from the processor time of one operation with the number that the machine did. */
export function checkText({ points, processors }: Measured): string {
  return [
    cells('', ['CPU ms each', 'calculated/s', 'measured/s', 'share']),
    ...Object.entries(points).map(([name, { cost, besideMs, perSecond }]) => {
      const most = mostPerSecond(cost, processors, besideMs);
      const ms = Object.values(cost.cpuMs).reduce((all, one) => all + one, besideMs);
      return cells(name, [ms.toFixed(1), most.toFixed(1), perSecond.toFixed(1), (perSecond / most).toFixed(2)]);
    }),
  ].join('\n');
}

export function peaksText(found: Record<string, number[]>): string {
  const days = [1, 7, 30, 60, 90];
  return [
    cells('busiest hour of the schedule / average, day', days.map(String)),
    ...Object.entries(found).map(([name, peaks]) =>
      cells(
        name,
        days.map((day) => peaks[day - 1]!.toFixed(2)),
      ),
    ),
  ].join('\n');
}

export function needsText(costs: Costs, sizes: readonly number[], peak: number): string {
  const all = sizes.map((profiles) => needsOf(costs, demandOf(profiles, peak)));
  const row = (name: string, of: (needs: Needs) => number) =>
    cells(
      name,
      all.map((needs) => whole(of(needs))),
    );
  const ours = Object.keys(all[0]!.processes);
  return [
    cells('monitored profiles, refreshed daily', sizes.map(whole)),
    row('refreshes a second', ({ perSecond }) => perSecond.refresh),
    row(`cores of our processes, ${utilisation * 100} % busy`, ({ cores }) => ours.reduce((sum, name) => sum + cores[name]!, 0)),
    ...ours.map((name) => row(`  processes of ${name}`, ({ processes }) => processes[name]!)),
    ...servers.map((name) => row(`cores of ${name}`, ({ cores }) => cores[name]!)),
    row('connections to PostgreSQL, 10 a process', ({ connections }) => connections),
    row('commits a second', ({ commitsPerSecond }) => commitsPerSecond),
    row('written ahead, MB a second', ({ walMbPerSecond }) => walMbPerSecond),
    row('commands of Redis a second', ({ redisCommandsPerSecond }) => redisCommandsPerSecond),
    row('disk after a year, GB', ({ diskGb }) => diskGb),
  ].join('\n');
}
