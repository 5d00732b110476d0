import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as untilReally } from 'node:timers/promises';

/** An address before a server on a machine that has little time for it: connections are accepted at once, and answered later. */
interface SlowForwarder {
  url: string;
  /** Lets mocked time pass until the work is over. In that time each connection is answered after `answerMs`. */
  passTime(work: Promise<unknown>, answerMs: number, tick: (ms: number) => void): Promise<void>;
  close(): void;
}

export async function startSlowForwarder(url: string): Promise<SlowForwarder> {
  const own = new URL(url);
  const { hostname, port } = own;
  const sockets: Socket[] = [];
  const unanswered: Socket[] = [];
  const server = createServer((client) => {
    sockets.push(client.on('error', () => undefined));
    unanswered.push(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  own.port = String((server.address() as AddressInfo).port);

  function answer(client: Socket): void {
    const there = connect(Number(port), hostname).on('error', () => undefined);
    client.pipe(there).pipe(client);
  }

  return {
    url: own.href,
    async passTime(work, answerMs, tick) {
      let isOver = false;
      const over = () => void (isOver = true);
      void work.then(over, over);
      while (!isOver) {
        tick(unanswered.length > 0 ? answerMs : 1);
        unanswered.splice(0).forEach(answer);
        await untilReally(5);
      }
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
