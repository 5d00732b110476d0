import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { LocalServerError } from '../local-server-error.js';

const KEPT_LOG_LINES = 20;

export interface UnixUser {
  uid: number;
  gid: number;
}

interface Launch {
  command: string;
  args: string[];
  user?: UnixUser;
  orphanSignal: 'INT' | 'TERM';
  log: (line: string) => void;
}

/** A server program that runs as our child. It does not keep our event loop alive. */
export class ServerProcess {
  /**
   * True until its output is closed, which happens after its exit. Then its log is complete, and no child of the server is left, because a
   * child holds the same output.
   */
  running = true;
  /** How it ended, with the last lines of its log. */
  readonly ended: Promise<string>;
  private readonly recentLines: string[] = [];

  static async launch(launch: Launch): Promise<ServerProcess> {
    const child = spawn(launch.command, launch.args, {
      ...launch.user,
      // A separate session: Ctrl-C in the terminal ends the application, which then stops its servers in order.
      detached: true,
      cwd: '/',
      // No variables of the user: PGOPTIONS, PGTZ or a locale would change the behaviour of the server.
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
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.running = false;
        resolve(`${signal ?? `exit code ${code}`}. Its last words:\n${this.recentLog || '(none)'}`);
      });
    });
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

  /** Sends the signal and waits for the end. A server that does not end within the grace period is killed. */
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

/**
 * Stops a server however this process ends: by return, signal or SIGKILL. A small shell waits on a pipe. Only this process holds the other
 * end, which the kernel closes when the process ends. So the library needs no signal handlers in addition to those of the application. Call
 * the returned function once the server has ended, because its pid may be reused.
 */
export function stopWhenOrphaned(serverPid: number, signal: 'INT' | 'TERM' | 'KILL', log: (line: string) => void): () => void {
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -s "$1" "$2"', 'vigia-guard', signal, String(serverPid)], {
    // A separate session: Ctrl-C in the terminal must not end the guard before the server.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', (error) => log(`the guard of process ${serverPid} did not start: ${error.message}`));
  shell.unref();
  (shell.stdin as Socket).unref();
  return () => shell.kill('SIGKILL');
}
