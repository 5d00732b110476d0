import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackProvider {
  url: string;
  /** Every question so far, with the time at which it came. */
  asked: { path: string; headers: IncomingMessage['headers']; at: number }[];
  stop(): void;
}

/** A provider on this machine that answers as the test wants. */
export async function startProvider(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<LoopbackProvider> {
  const asked: LoopbackProvider['asked'] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers, at: Date.now() });
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
