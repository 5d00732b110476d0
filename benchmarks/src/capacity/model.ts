import type { Cost, Costs } from './costs.js';
import { refreshesADay } from './spread.js';

interface Demand {
  profiles: number;
  refreshesADay: number;
  /** Share of a day's refreshes in its busiest hour, compared with an even spread. */
  peak: number;
  readsADay: number;
  loadsADay: number;
  triggersADay: number;
}

interface Kept {
  taskDays: number;
  loadDays: number;
  tasksPerLoad: number;
  bodyDays: number;
  deliveryDays: number;
  /** They stay, so this is the age of the installation. */
  eventDays: number;
}

export interface Needs {
  perSecond: Record<Operation, number>;
  /** In the busiest hour, by process, if none is busier than `utilisation`. */
  cores: Record<string, number>;
  /** Node runs on one core, so this is the number of processes of each service. */
  processes: Record<string, number>;
  connections: number;
  walMbPerSecond: number;
  commitsPerSecond: number;
  redisCommandsPerSecond: number;
  diskGb: number;
}

const operations = ['load', 'refresh', 'read', 'trigger'] as const;
type Operation = (typeof operations)[number];

const daySeconds = 86_400;
/** Above it, work waits for a processor longer than it runs. */
export const utilisation = 0.6;
/** The default of `VIGIA_DATABASE_POOL`. */
const poolSize = 10;
const kept: Kept = { taskDays: 7, loadDays: 30, tasksPerLoad: 17, bodyDays: 90, deliveryDays: 396, eventDays: 365 };
/** They are not our processes and use all cores of their machine. */
export const servers = ['PostgreSQL', 'Redis'];

export function demandOf(profiles: number, peak: number): Demand {
  // In a day a tenth of the profiles is read, a hundredth delivered to receivers, and a thousandth is new.
  return {
    profiles,
    peak,
    refreshesADay: profiles * refreshesADay,
    readsADay: profiles / 10,
    triggersADay: profiles / 100,
    loadsADay: profiles / 1_000,
  };
}

export function needsOf(costs: Costs, { profiles, peak, ...demand }: Demand): Needs {
  const a = (daily: number) => (daily * peak) / daySeconds;
  const perSecond = {
    load: a(demand.loadsADay),
    refresh: a(demand.refreshesADay),
    read: a(demand.readsADay),
    trigger: a(demand.triggersADay),
  };
  const sum = (of: (cost: Cost) => number) => operations.reduce((all, name) => all + perSecond[name] * of(costs[name]), 0);
  const names = [...new Set(operations.flatMap((name) => Object.keys(costs[name].cpuMs)))];
  const cores = Object.fromEntries(names.map((name) => [name, sum(({ cpuMs }) => cpuMs[name] ?? 0) / 1_000 / utilisation]));
  const processes = Object.fromEntries(
    names.filter((name) => !servers.includes(name)).map((name) => [name, Math.max(2, Math.ceil(cores[name]!))]),
  );
  const loads = demand.refreshesADay * kept.loadDays;
  const tasks = demand.refreshesADay * kept.taskDays * kept.tasksPerLoad;
  const { body, delivery, event } = costs.bytes;
  const ofTrigger = kept.bodyDays * body + kept.deliveryDays * delivery + kept.eventDays * event;
  return {
    perSecond,
    cores,
    processes,
    connections: Object.values(processes).reduce((all, count) => all + count * poolSize, 0),
    walMbPerSecond: sum(({ walBytes }) => walBytes) / 1e6,
    commitsPerSecond: sum(({ commits }) => commits),
    redisCommandsPerSecond: sum(({ redisCommands }) => redisCommands),
    diskGb: (profiles * costs.bytes.profile + tasks * costs.bytes.task + loads * costs.bytes.load + demand.triggersADay * ofTrigger) / 1e9,
  };
}

/**
 * How many operations per second a machine with this many cores does, if only its processors are the limit; other work on it takes
 * `besideMs` for each.
 */
export function mostPerSecond({ cpuMs }: Cost, cores: number, besideMs = 0): number {
  return (cores * 1_000) / (Object.values(cpuMs).reduce((all, ms) => all + ms, 0) + besideMs);
}
