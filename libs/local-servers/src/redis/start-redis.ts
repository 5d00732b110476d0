import { mkdir, realpath } from 'node:fs/promises';
import { LocalServerError } from '../local-server-error.js';
import { startOnPort } from '../process/free-port.js';
import { launchRedis, STOP_GRACE_MS } from './launch-redis.js';

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
  /** The pid of the most recently started process. */
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
  await mkdir(options.dir, { recursive: true });
  const dir = await realpath(options.dir);
  return startOnPort(options.port, async (port) => {
    let server = await launchRedis(port, argumentsOf(dir, port, options));
    return {
      url: `redis://127.0.0.1:${port}`,
      port,
      get pid() {
        return server.pid;
      },
      stop: () => server.end('SIGTERM', STOP_GRACE_MS),
      kill: () => server.end('SIGKILL', 0),
      start: async () => {
        if (!server.running) server = await launchRedis(port, argumentsOf(dir, port, options));
      },
    };
  });
}

function argumentsOf(dir: string, port: number, { appendOnly = false, extraArgs = [] }: RedisOptions): string[] {
  return [
    `--port ${port} --bind 127.0.0.1 --maxmemory-policy noeviction`.split(' '),
    ['--dir', dir, '--save', '', '--appendonly', appendOnly ? 'yes' : 'no'],
    extraArgs,
  ].flat();
}
