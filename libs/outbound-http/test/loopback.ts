import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import {
  createHttpClient,
  makeGuard,
  type AddressGuard,
  type GuardSettings,
  type HttpClient,
  type HttpClientOptions,
} from '../src/index.js';

/** A real server on an ephemeral loopback port that remembers its sockets. */
interface Loopback {
  port: number;
  origin: string;
  sockets: Socket[];
  close(): Promise<void>;
}

const closers: (() => Promise<unknown>)[] = [];

/** For `afterEach`: ends everything that was started here. */
export async function stopEverything(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

export function startTcp(onConnection: (socket: Socket) => void): Promise<Loopback> {
  return listen(createTcpServer(onConnection));
}

/** Accepts, reads and never answers. */
export function startSilent(): Promise<Loopback> {
  return startTcp((socket) => socket.resume());
}

export function startHttp(listener: RequestListener): Promise<Loopback> {
  return listen(createHttpServer(listener));
}

/** Answers every request with these exact bytes, then treats the socket as told. */
export function startRaw(answer: string, after: (socket: Socket) => void = () => undefined): Promise<Loopback> {
  return startTcp((socket) => socket.once('data', () => socket.write(answer, () => after(socket))));
}

export async function listen(server: Server): Promise<Loopback> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  closers.push(close);
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, sockets, close };
}

export function openClient(options?: HttpClientOptions): HttpClient {
  const client = createHttpClient(options);
  closers.push(() => client.close());
  return client;
}

/** Allows plain HTTP to any port, so that only the address decides. */
export function guardOfAddresses(settings: GuardSettings = {}): AddressGuard {
  return makeGuard({ allowHttp: true, ports: 'any', ...settings });
}

/** Sends a byte at a time until the peer has gone. */
export function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 20);
  socket.once('close', () => clearInterval(timer));
}

export async function gone(socket: Socket | undefined): Promise<void> {
  if (!socket) throw new Error('no connection came');
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}
