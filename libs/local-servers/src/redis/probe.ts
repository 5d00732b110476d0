import { once } from 'node:events';
import { connect } from 'node:net';

const ANSWER_MS = 1_000;

/** Whether the Redis on the port answers commands and is the process meant: another server may have had the port before. */
export async function answers(port: number, pid: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
    .setEncoding('utf8')
    .setTimeout(ANSWER_MS, () => socket.destroy());
  try {
    await once(socket, 'connect');
    socket.write('PING\r\nINFO server\r\nQUIT\r\n');
    let reply = '';
    for await (const chunk of socket) reply += chunk;
    return reply.startsWith('+PONG') && reply.includes(`process_id:${pid}\r\n`);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
