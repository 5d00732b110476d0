import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

interface Arrival {
  path: string;
  triggerId: string;
  at: number;
}

interface Awaited {
  paths: readonly string[];
  done: (arrivals: Map<string, number>) => void;
}

export const paths = ['/1', '/2', '/3'] as const;
const stuckAfterMs = 60_000;

export const now = () => performance.timeOrigin + performance.now();

/** What has arrived at the receivers, and who waits for it. */
export class Arrivals {
  static async open(): Promise<Arrivals> {
    const receivers = fork(fileURLToPath(new URL('./receivers.js', import.meta.url)));
    const [url] = (await once(receivers, 'message')) as [string];
    return new Arrivals(receivers, url);
  }

  /** By event: at which receivers it has arrived, and when. The first arrival counts. */
  private readonly events = new Map<string, Map<string, number>>();
  private readonly awaited = new Map<string, Awaited>();
  /** Since `beginCount`. */
  counted = { count: 0, firstAt: 0, lastAt: 0 };

  private constructor(
    private readonly receivers: ChildProcess,
    readonly url: string,
  ) {
    receivers.on('message', (arrival: Arrival) => this.note(arrival));
  }

  hangThird(hangs: boolean): void {
    this.receivers.send(hangs ? 'hang' : 'release');
  }

  /** When the event arrived at each of the paths. */
  async at(triggerId: string, paths: readonly string[]): Promise<Map<string, number>> {
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${triggerId} did not arrive`)), stuckAfterMs);
    });
    const arrived = new Promise<Map<string, number>>((done) => {
      this.awaited.set(triggerId, { paths, done });
      this.settle(triggerId);
    });
    return Promise.race([arrived, stuck]).finally(() => clearTimeout(timer));
  }

  beginCount(): void {
    this.counted = { count: 0, firstAt: 0, lastAt: 0 };
    this.events.clear();
  }

  close(): void {
    this.receivers.disconnect();
  }

  private note({ triggerId, path, at }: Arrival): void {
    const { count, firstAt } = this.counted;
    this.counted = { count: count + 1, firstAt: firstAt || at, lastAt: at };
    const event = this.events.get(triggerId) ?? new Map<string, number>();
    if (!event.has(path)) event.set(path, at);
    this.events.set(triggerId, event);
    this.settle(triggerId);
  }

  private settle(triggerId: string): void {
    const [awaited, event] = [this.awaited.get(triggerId), this.events.get(triggerId)];
    if (!awaited || !event || !awaited.paths.every((path) => event.has(path))) return;
    this.awaited.delete(triggerId);
    this.events.delete(triggerId);
    awaited.done(event);
  }
}
