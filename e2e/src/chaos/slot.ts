import { startServiceProcess, type ServiceProcess } from '@vigia/testing';

const tryAgainMs = 300;

/** A place in which one replica is kept running, as an orchestrator would. */
export class Slot {
  private current: ServiceProcess | undefined;
  private starting: Promise<void> | undefined;
  private stopped = false;

  constructor(
    readonly name: string,
    private readonly service: string,
    private readonly environment: Record<string, string>,
  ) {}

  /** A start may fail while the database or the broker is away; it is tried until it works. */
  up(): Promise<void> {
    this.starting ??= this.start().finally(() => (this.starting = undefined));
    return this.starting;
  }

  /** Proves that the process is gone; gives false when there was none to kill. */
  async down(signal: NodeJS.Signals): Promise<boolean> {
    const target = this.current;
    if (!target || !isAlive(target.pid)) return false;
    this.current = undefined;
    await target.kill(signal);
    if (isAlive(target.pid)) throw new Error(`${this.name} outlived ${signal}`);
    return true;
  }

  /** What it said last, once, when it ended although nobody told it to. */
  endedByItself(): string | undefined {
    if (!this.current || isAlive(this.current.pid)) return undefined;
    const output = this.current.output().slice(-2_000);
    this.current = undefined;
    return output;
  }

  signal(signal: NodeJS.Signals): boolean {
    if (!this.current || !isAlive(this.current.pid)) return false;
    process.kill(this.current.pid, signal);
    return true;
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
        await new Promise((resolve) => setTimeout(resolve, tryAgainMs));
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
