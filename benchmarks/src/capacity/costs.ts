/** The cost of one operation, as `npm run capacity -- --measure` counts it on a running product. */
export interface Cost {
  /** Milliseconds of processor time, by process. */
  cpuMs: Record<string, number>;
  /** Bytes of PostgreSQL's WAL. */
  walBytes: number;
  commits: number;
  redisCommands: number;
}

export interface Costs {
  load: Cost;
  /** A scheduled load of all sources of one profile. Most of them are the first one of a stored profile, in which every section is news. */
  refresh: Cost;
  read: Cost;
  trigger: Cost;
  /** On disk, with indexes: for a profile with everything about it, for a task, and for a load without its tasks. */
  bytes: { profile: number; task: number; load: number };
}
