import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.js';

/** A fixed address that leads to one server at a time. */
export interface Forwarder {
  port: number;
  /** Open connections stay where they are, as after a change of a DNS name. */
  leadTo(port: number): void;
  /** As when the server stops: open connections end, and new ones are refused. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function startForwarder(to: number): Promise<Forwarder> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let leadsTo = to;
  const server = createServer((socket) => {
    const there = connect(leadsTo, '127.0.0.1');
    for (const end of [socket, there]) sockets.add(end.on('error', () => undefined));
    socket.pipe(there).pipe(socket);
    socket.once('close', () => there.destroy());
    there.once('close', () => socket.destroy());
  });
  const open = async () => void (await once(server.listen(port, '127.0.0.1'), 'listening'));
  await open();
  return {
    port,
    leadTo: (other) => (leadsTo = other),
    open,
    async close() {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
