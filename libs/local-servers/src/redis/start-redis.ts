import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { LocalServerError, PortTakenError } from '../local-server-error.js';
import { startOnPort } from '../process/free-port.js';
import { ServerProcess } from '../process/server-process.js';
import { waitUntil } from '../process/running.js';

const READY_MS = 30_000;
const STOP_GRACE_MS = 10_000;

export interface RedisOptions {
  dir: string;
  /** Default: a free one. */
  port?: number;
  /** Default false: `kill()` loses all data. */
  appendOnly?: boolean;
  extraArgs?: string[];
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** The pid of the process that was started last. */
  readonly pid: number;
  stop(): Promise<void>;
  /** SIGKILL; resolves when the process has ended and its port is free. */
  kill(): Promise<void>;
  /** Starts the server again on the same port; does nothing while it runs. */
  start(): Promise<void>;
}

export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  try {
    return await start(options);
  } catch (error) {
    throw LocalServerError.explaining(error, `Redis could not be started in ${options.dir}`);
  }
}

async function start(options: RedisOptions): Promise<RedisServer> {
  const command = findRedisServer();
  if (!command) {
    throw new LocalServerError('No redis-server on this machine. Install Redis, or name the program in VIGIA_REDIS_SERVER.');
  }
  await mkdir(options.dir, { recursive: true });
  const dir = await realpath(options.dir);
  return startOnPort(options.port, async (port) => {
    let server = await launch(command, dir, port, options);
    return {
      url: `redis://127.0.0.1:${port}`,
      port,
      get pid() {
        return server.pid;
      },
      stop: () => server.end('SIGTERM', STOP_GRACE_MS),
      kill: () => server.end('SIGKILL', 0),
      start: async () => {
        if (!server.running) server = await launch(command, dir, port, options);
      },
    };
  });
}

async function launch(command: string, dir: string, port: number, options: RedisOptions): Promise<ServerProcess> {
  const args = [
    `--port ${port} --bind 127.0.0.1 --maxmemory-policy noeviction`.split(' '),
    ['--dir', dir, '--save', '', '--appendonly', options.appendOnly ? 'yes' : 'no'],
    options.extraArgs ?? [],
  ].flat();
  const server = await ServerProcess.launch({ command, args, orphanSignal: 'TERM', log: () => {} });
  const settled = await waitUntil(async () => !server.running || (await answers(port, server.pid)), READY_MS);
  if (!settled) await server.end('SIGTERM', STOP_GRACE_MS);
  if (server.running) return server;
  if (server.recentLog.includes('Address already in use')) throw new PortTakenError('Redis', port);
  throw new LocalServerError(`${command} did not start on port ${port}. Its last words:\n${server.recentLog}`);
}

const ANSWER_MS = 1_000;

/** Whether the Redis on the port answers and is the given process: another server may have the port. */
async function answers(port: number, pid: number): Promise<boolean> {
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

/** The program named by `VIGIA_REDIS_SERVER`, else the first `redis-server` on the PATH. */
export function findRedisServer(): string | undefined {
  const named = process.env['VIGIA_REDIS_SERVER'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, 'redis-server')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
