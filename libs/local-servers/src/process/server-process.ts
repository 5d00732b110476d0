import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { UnixUser } from '../domain/folder-access.js';
import { LocalServerError } from '../local-server-error.js';
import { stopWhenOrphaned } from './stop-when-orphaned.js';

const KEPT_LOG_LINES = 20;

export interface Launch {
  command: string;
  args: string[];
  user?: UnixUser;
  orphanSignal: 'INT' | 'TERM';
  log: (line: string) => void;
}

/** One server program running as our child. It never keeps our event loop alive by itself. */
export class ServerProcess {
  /**
   * Until its output is closed, not only until it exits: then its log is complete, and no child of the server is left either,
   * because a child holds the same output.
   */
  running = true;
  private readonly recentLines: string[] = [];

  static async launch(launch: Launch): Promise<ServerProcess> {
    const child = spawn(launch.command, launch.args, {
      ...launch.user,
      // A session of its own: Ctrl-C in the terminal is for the application, which then stops its servers in order.
      detached: true,
      cwd: '/',
      // Nothing inherited: PGOPTIONS, PGTZ or a locale of the user would change how the server behaves.
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      await once(child, 'spawn');
    } catch (error) {
      throw new LocalServerError(`${launch.command} could not be run: ${(error as Error).message}`, { cause: error });
    }
    return new ServerProcess(child, launch);
  }

  private constructor(
    private readonly child: ChildProcess,
    launch: Launch,
  ) {
    const dismissGuard = stopWhenOrphaned(this.pid, launch.orphanSignal, launch.log);
    child.once('exit', dismissGuard);
    child.once('close', () => (this.running = false));
    for (const stream of this.outputs) {
      createInterface({ input: stream }).on('line', (line) => {
        this.recentLines.push(line);
        if (this.recentLines.length > KEPT_LOG_LINES) this.recentLines.shift();
        launch.log(line);
      });
      stream.unref();
    }
    child.unref();
  }

  get pid(): number {
    return this.child.pid!;
  }

  get recentLog(): string {
    return this.recentLines.join('\n');
  }

  /** Sends the signal and waits for the end; a server that does not end within the grace is killed. */
  async end(signal: NodeJS.Signals, graceMs: number): Promise<void> {
    if (!this.running) return;
    const closed = once(this.child, 'close');
    for (const handle of [this.child, ...this.outputs]) handle.ref();
    this.child.kill(signal);
    const impatience = setTimeout(() => this.child.kill('SIGKILL'), graceMs);
    await closed;
    clearTimeout(impatience);
  }

  private get outputs(): Socket[] {
    return [this.child.stdout, this.child.stderr] as Socket[];
  }
}
