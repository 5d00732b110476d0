import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { PortTakenError } from '../local-server-error.js';

const ATTEMPTS = 3;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
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
