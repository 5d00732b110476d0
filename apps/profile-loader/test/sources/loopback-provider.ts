import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackProvider {
  url: string;
  /** Every question so far, with its time of arrival. */
  asked: { method: string; path: string; headers: IncomingMessage['headers']; body: string; at: number }[];
  stop(): void;
}

/** A provider on this machine that answers as the test wants. */
export async function startProvider(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<LoopbackProvider> {
  const asked: LoopbackProvider['asked'] = [];
  const server = createServer((request, response) => {
    const at = Date.now();
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body, at });
      answer(request, response);
    });
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
