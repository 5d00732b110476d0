import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { PortTakenError } from '../local-server-error.js';

const ATTEMPTS = 3;

/** Systems take the ports of outgoing connections and of servers without a wish from 32768 up: one from there could be lost at any moment. */
const [lowest, behindHighest] = [10_000, 32_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, behindHighest);
    const server = createServer().listen(port, '127.0.0.1');
    const isTaken = await once(server, 'listening').then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') return true;
        throw error;
      },
    );
    if (isTaken) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Starts on the wanted port, or on a free one. A free port can be lost before the server binds it, so then another one is taken. */
export async function startOnPort<T>(wantedPort: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  if (wantedPort !== undefined) return start(wantedPort);
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (!(error instanceof PortTakenError) || attempt === ATTEMPTS) throw error;
    }
  }
}
