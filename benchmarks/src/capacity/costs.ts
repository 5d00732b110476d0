/** What one operation costs, as `npm run capacity -- --measure` counts it on a running product. */
export interface Cost {
  /** Milliseconds of processor time, by process. */
  cpuMs: Record<string, number>;
  /** Bytes that PostgreSQL writes ahead. */
  walBytes: number;
  commits: number;
  redisCommands: number;
}

export interface Costs {
  load: Cost;
  /** A load by schedule, of all sources of one profile, mostly without news. */
  refresh: Cost;
  read: Cost;
  trigger: Cost;
  /** On disk, with indexes: of a profile with everything about it, of a task, and of a load without its tasks. */
  bytes: { profile: number; task: number; load: number };
}
