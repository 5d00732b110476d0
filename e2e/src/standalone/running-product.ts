import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BasicCredentials } from '@vigia/contracts';
import { GiveUp, receiversOnThisMachine, waitUntil, type TestUser } from '@vigia/testing';

type DemoUser = Pick<TestUser, 'email' | 'password'>;

interface Demo {
  baseUrl: string;
  simulatorUrl: string;
  corporations: Record<'mensual' | 'unico', BasicCredentials & { admin: DemoUser; analyst: DemoUser; member: DemoUser }>;
  operator: DemoUser;
}

interface LaunchedProduct {
  child: ChildProcess;
  /** Its output so far. */
  output: () => string;
}

export const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The standalone product as a process with its own home. Where it is `detached`, a signal can reach its process group, as Ctrl-C does. */
export function launchProduct(home: string, port: number, more: Record<string, string> = {}, { detached = false } = {}): LaunchedProduct {
  const child = spawn(process.execPath, ['apps/standalone/dist/main.js'], {
    cwd: repository,
    detached,
    env: {
      PATH: process.env.PATH,
      VIGIA_HOME: home,
      VIGIA_PORT: String(port),
      VIGIA_SIMULATOR_TIME_SCALE: '0.01',
      VIGIA_START_TIMEOUT_MS: '60000',
      VIGIA_RESERVE_TIMEOUT_MS: '60000',
      ...receiversOnThisMachine,
      ...more,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** Waits until it runs, and returns what it tells a newcomer. */
export async function untilRunning(home: string, { child, output }: LaunchedProduct): Promise<Demo> {
  const isRunning = () => {
    if (child.exitCode !== null) throw new GiveUp(output());
    // Its output shows where a start hangs.
    if (!output().includes('Vigía is running')) throw new Error(output());
    return true;
  };
  await waitUntil(isRunning, { timeoutMs: 240_000, what: 'the product is running' });
  return JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8')) as Demo;
}

export async function stopProduct(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
