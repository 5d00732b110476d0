import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Stops a server when this process ends, in whatever way: return, signal or SIGKILL. A tiny shell waits on a pipe of which
 * only this process holds the other end; the kernel closes it for us. So no signal handler is needed here, and the
 * application's own handlers are not disturbed. Call the returned function once the server has ended: its pid may be reused.
 */
export function stopWhenOrphaned(serverPid: number, signal: 'INT' | 'TERM' | 'KILL', log: (line: string) => void): () => void {
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -s "$1" "$2"', 'vigia-guard', signal, String(serverPid)], {
    // A session of its own: Ctrl-C in the terminal must not end the guard before the server.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', (error) => log(`the guard of process ${serverPid} did not start: ${error.message}`));
  shell.unref();
  (shell.stdin as Socket).unref();
  return () => shell.kill('SIGKILL');
}
