import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer between a browser and the replicas of a gateway. */
export interface Proxy {
  url: string;
  /** The replica that the latest request for a path went to. */
  servedBy(path: string): string | undefined;
  close(): void;
}

interface Options {
  /** Holds an answer back until it is complete, like a proxy that ignores the headers of streams. */
  holdsBack?: boolean;
}

/** Sends each request to the next replica, and to another one if it is refused. It does not change the request. */
export async function startProxy(replicas: string[], { holdsBack = false }: Options = {}): Promise<Proxy> {
  const served = new Map<string, string>();
  let turn = 0;

  const forward = (given: IncomingMessage, body: Buffer, answer: ServerResponse, untried: string[]): void => {
    const [replica, ...others] = untried;
    if (replica === undefined) return void answer.writeHead(503).end();
    const { method, url = '/', headers } = given;
    const asked = ask(`${replica}${url}`, { method, headers, agent: false }, (answered) => {
      served.set(url.split('?', 1)[0]!, replica);
      if (holdsBack) void sendWhole(answered, answer);
      else sendOn(answered, answer);
    });
    asked.once('error', () => (answer.headersSent ? answer.destroy() : forward(given, body, answer, others)));
    answer.once('close', () => asked.destroy());
    asked.end(body);
  };

  const server = createServer((given, answer) => {
    const chunks: Buffer[] = [];
    given.on('data', (chunk: Buffer) => chunks.push(chunk));
    given.once('end', () => {
      turn += 1;
      forward(given, Buffer.concat(chunks), answer, [
        ...replicas.slice(turn % replicas.length),
        ...replicas.slice(0, turn % replicas.length),
      ]);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    servedBy: (path) => served.get(path),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function sendOn(answered: IncomingMessage, answer: ServerResponse): void {
  answer.writeHead(answered.statusCode ?? 502, answered.headers).flushHeaders();
  answered.pipe(answer);
  answered.once('error', () => answer.destroy());
}

async function sendWhole(answered: IncomingMessage, answer: ServerResponse): Promise<void> {
  try {
    const body = Buffer.concat(await answered.toArray());
    answer.writeHead(answered.statusCode ?? 502, answered.headers).end(body);
  } catch {
    answer.destroy();
  }
}
