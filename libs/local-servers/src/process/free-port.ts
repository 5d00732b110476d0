import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { PortTakenError } from '../local-server-error.js';

const ATTEMPTS = 3;

/**
 * Systems give outgoing connections, and servers that ask for no particular port, ports from 32768 up: such a port could be taken at any
 * moment.
 */
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

/**
 * Starts on the wanted port, or on a free one. If another process takes the free port before the server binds it, this tries another free
 * port.
 */
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
