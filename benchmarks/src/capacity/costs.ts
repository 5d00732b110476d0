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
  /** A scheduled load of all sources of one profile, which brings no news. */
  refresh: Cost;
  read: Cost;
  trigger: Cost;
  /**
   * On disk, with indexes: for a profile with everything about it, for a task, for a load without its tasks, and for the bodies, the delivery
   * to one receiver and the event of a trigger.
   */
  bytes: Record<'profile' | 'task' | 'load' | 'body' | 'delivery' | 'event', number>;
}
