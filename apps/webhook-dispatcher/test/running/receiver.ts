import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Received {
  method: string | undefined;
  path: string | undefined;
  /** Names with their original spelling. */
  rawHeaders: string[];
  headers: IncomingMessage['headers'];
  body: Buffer;
  at: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  sockets: Socket[];
}

type Answer = (response: ServerResponse, received: Received, receiver: Receiver) => void;

const closers: (() => Promise<unknown>)[] = [];

/** For `afterEach`: closes every receiver that was started here. */
export async function stopReceivers(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** A server of a corporation, which stores what it receives. */
export async function startReceiver(answer: Answer = (response) => response.end()): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], sockets: [] };
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const { method, url: path, headers, rawHeaders } = request;
      const received = { method, path, headers, rawHeaders, body: Buffer.concat(chunks), at: Date.now() };
      receiver.received.push(received);
      answer(response, received, receiver);
    });
  };
  receiver.url = `${await listen(createHttpServer(listener), receiver.sockets)}/hook`;
  return receiver;
}

/** Does not speak HTTP: the test decides what happens to a connection. */
export async function startRawReceiver(onConnection: (socket: Socket) => void): Promise<Receiver> {
  const sockets: Socket[] = [];
  return { url: `${await listen(createTcpServer(onConnection), sockets)}/hook`, received: [], sockets };
}

export async function listen(server: Server, sockets: Socket[]): Promise<string> {
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
