import { once } from 'node:events';
import { connect } from 'node:net';
import { LocalServerError, PortTakenError } from '../local-server-error.js';
import { findProgram } from '../process/find-program.js';
import { waitUntil } from '../process/running.js';
import { ServerProcess } from '../process/server-process.js';

const READY_MS = 30_000;
export const STOP_GRACE_MS = 10_000;

/** Resolves when the server answers on its port. */
export async function launchRedis(port: number, args: string[]): Promise<ServerProcess> {
  const command = findRedisServer();
  if (!command) {
    throw new LocalServerError('No redis-server on this machine. Install Redis, or name the program in VIGIA_REDIS_SERVER.');
  }
  const server = await ServerProcess.launch({ command, args, orphanSignal: 'TERM', log: () => {} });
  const settled = await waitUntil(async () => !server.running || (await answers(port, server.pid)), READY_MS);
  if (!settled) await server.end('SIGTERM', STOP_GRACE_MS);
  if (server.running) return server;
  if (server.recentLog.includes('Address already in use')) throw new PortTakenError('Redis', port);
  throw new LocalServerError(`${command} did not start on port ${port}. Its last words:\n${server.recentLog}`);
}

const ANSWER_MS = 1_000;

/** Whether the Redis on the port answers and is the given process. Another server may have taken the port. */
async function answers(port: number, pid: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
    .setEncoding('utf8')
    .setTimeout(ANSWER_MS, () => socket.destroy());
  try {
    await once(socket, 'connect');
    socket.write('PING\r\nINFO server\r\nQUIT\r\n');
    let reply = '';
    for await (const chunk of socket) {
      reply += chunk;
      // A sentinel does not know QUIT.
      if (reply.startsWith('+PONG') && reply.includes(`process_id:${pid}\r\n`)) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The program named by `VIGIA_REDIS_SERVER`, else the first `redis-server` on the PATH. */
export function findRedisServer(): string | undefined {
  return process.env['VIGIA_REDIS_SERVER'] || findProgram('redis-server');
}
