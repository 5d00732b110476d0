import { mkdir, realpath } from 'node:fs/promises';
import { LocalServerError, PortTakenError } from '../local-server-error.js';
import { startOnPort } from '../process/free-port.js';
import { ServerProcess } from '../process/server-process.js';
import { waitUntil } from '../process/wait-until.js';
import { findRedisServer } from './find-redis-server.js';
import { answers } from './probe.js';

const READY_MS = 30_000;
const STOP_GRACE_MS = 10_000;

export interface RedisOptions {
  dir: string;
  /** Default: a free one. */
  port?: number;
  /** Default false: everything is gone after `kill()`. */
  appendOnly?: boolean;
  extraArgs?: string[];
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Of the process started last. */
  readonly pid: number;
  stop(): Promise<void>;
  /** SIGKILL; resolves when the process is gone and with it the port. */
  kill(): Promise<void>;
  /** Again on the same port; nothing happens when it runs. */
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
