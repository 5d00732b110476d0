import { setTimeout as sleep } from 'node:timers/promises';
import { startServiceProcess, type ServiceProcess } from '@vigia/testing';

const tryAgainMs = 300;

/** A slot in which one replica is kept running, as an orchestrator would. */
export class Slot {
  private current: ServiceProcess | undefined;
  private starting: Promise<void> | undefined;
  private stopped = false;

  constructor(
    readonly name: string,
    private readonly service: string,
    private readonly environment: Record<string, string>,
  ) {}

  /** A start may fail while the database or the broker is away; this retries until it works. */
  up(): Promise<void> {
    this.starting ??= this.start().finally(() => (this.starting = undefined));
    return this.starting;
  }

  get isUp(): boolean {
    return this.current !== undefined && isAlive(this.current.pid);
  }

  /** Verifies that the process is gone and returns its exit code; undefined if there was none to end. */
  async down(signal: NodeJS.Signals): Promise<number | null | undefined> {
    const target = this.current;
    if (!target || !isAlive(target.pid)) return undefined;
    this.current = undefined;
    const code = await target.kill(signal);
    if (isAlive(target.pid)) throw new Error(`${this.name} outlived ${signal}`);
    return code;
  }

  /** Its last output, once, if it ended although nobody told it to. */
  endedByItself(): string | undefined {
    if (!this.current || isAlive(this.current.pid)) return undefined;
    const output = this.current.output().slice(-2_000);
    this.current = undefined;
    return output;
  }

  /** Returns a promise of the wake-up; undefined if there was nobody to pause. */
  pause(forMs: number): Promise<void> | undefined {
    const pid = this.current?.pid;
    if (!pid || !isAlive(pid)) return undefined;
    process.kill(pid, 'SIGSTOP');
    // By its own id: a sleeper that was told to stop in the meantime has left the slot, and stops only once it is awake.
    return sleep(forMs).then(() => void (isAlive(pid) && process.kill(pid, 'SIGCONT')));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.starting;
    await this.down('SIGKILL');
  }

  private async start(): Promise<void> {
    while (!this.stopped && !this.current) {
      try {
        this.current = await startServiceProcess(this.service, this.environment);
      } catch {
        await sleep(tryAgainMs);
      }
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
