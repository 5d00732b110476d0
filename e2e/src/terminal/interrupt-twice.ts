import type { ChildProcess } from 'node:child_process';

/** Like one Ctrl-C under npm: the terminal signals npm and the product, and npm signals the product again a moment later. */
export function interruptTwice(child: ChildProcess): void {
  // However slow the machine is, a stopped process receives both at once when it continues. Two of one kind would be merged into one.
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) child.kill(signal);
}
