import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Asker, Contender } from './contender.js';
import { quantile } from './statistics.js';

export interface Round {
  p50Ms: number;
  p95Ms: number;
}

export interface Running {
  contender: Contender;
  asker: Asker;
  server: ChildProcess;
}

const serverFile = fileURLToPath(new URL('./server.js', import.meta.url));

export async function start(contender: Contender, address: string): Promise<Running> {
  const server = fork(serverFile, [contender.name, address]);
  const [reached] = (await once(server, 'message')) as [string];
  return { contender, asker: await contender.connect(reached), server };
}

export async function stop({ asker, server }: Running): Promise<void> {
  await asker.close();
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

/** So many round trips, with so many always on their way. */
export async function round({ asker }: Running, messages: number, inFlight: number): Promise<Round> {
  const times: number[] = [];
  let left = messages;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await asker.ask();
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}
