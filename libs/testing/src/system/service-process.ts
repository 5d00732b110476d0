import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stopWhenOrphaned } from '@vigia/local-servers';
import { compiledVariable } from '../servers/server-addresses.js';
import { GiveUp, waitUntil } from '../wait-until.js';

export type Environment = Record<string, string>;

export interface ServiceProcess {
  name: string;
  url: string;
  pid: number;
  /** The file for its output, unless this process keeps it. */
  logFile?: string;
  output(): string;
  /** Resolves when the process has ended, with its exit code or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Starts a built service as a separate process, with only the given variables in its environment. It ends when this process ends, however
 * that happens.
 */
export async function startServiceProcess(
  name: string,
  environment: Environment,
  { command = [`dist/services/${name}.js`], logFile }: { command?: string[]; logFile?: string } = {},
): Promise<ServiceProcess> {
  const log = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
  const child = spawn(process.execPath, command, {
    cwd: repository,
    env: { ...surroundings(), OTEL_SERVICE_NAME: name, ...environment },
    stdio: ['ignore', log, log],
  });
  if (typeof log === 'number') closeSync(log);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const output = () => (logFile === undefined ? said : readFileSync(logFile, 'utf8'));
  const dismissGuard = stopWhenOrphaned(child.pid!, 'KILL', () => undefined);
  const ended = once(child, 'exit').then(([code, signal]: (number | NodeJS.Signals | null)[]) => signal ?? code ?? null);
  void ended.then((how) => {
    dismissGuard();
    said += `\n[ended: ${how}]\n`;
  });
  const url = await waitUntil(() => readyUrl(output()) ?? failIfExited(name, child, output()), {
    timeoutMs: 120_000,
    what: `${name} is ready`,
  }).catch(async (error: unknown) => {
    // A late process would keep its port, and no caller could stop it.
    await kill(child, 'SIGKILL');
    throw error;
  });
  return {
    name,
    url,
    pid: child.pid ?? 0,
    ...(logFile !== undefined && { logFile }),
    output,
    ended,
    kill: (signal = 'SIGTERM') => kill(child, signal),
  };
}

/** Node 20 ignores the folder for compiled code. */
function surroundings(): Environment {
  const { PATH = '', [compiledVariable]: compiled } = process.env;
  return { PATH, VIGIA_HOST: '127.0.0.1', VIGIA_PORT: '0', ...(compiled && { NODE_COMPILE_CACHE: compiled }) };
}

function readyUrl(output: string): string | undefined {
  return /"url":"(http:\/\/[^"]+)","msg":"ready/.exec(output)?.[1];
}

function failIfExited(name: string, child: ChildProcess, output: string): undefined {
  if (child.exitCode !== null || child.signalCode !== null) throw new GiveUp(`${name} ended with ${child.exitCode}:\n${output}`);
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}
