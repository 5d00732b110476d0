import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../harness.js';

export interface Child {
  lines: string[];
  said(line: string): Promise<void>;
  kill(): Promise<void>;
  /** Asks it to close everything. Resolves to its exit code once it has ended by itself. */
  close(): Promise<number>;
}

const typescript = fileURLToPath(new URL('../../../../test-runner/typescript.mjs', import.meta.url));

/** Runs one of the programs beside this file. */
export function startProcess(program: string, ...args: string[]): Child {
  const flags = ['--import', typescript, '--import', 'reflect-metadata', join(import.meta.dirname, program)];
  const child = spawn(process.execPath, [...flags, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return {
    lines,
    said: async (line) => {
      await waitUntil(`the process says "${line}"`, () => lines.some((said) => said.startsWith(line)), 90_000);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    close: async () => {
      child.stdin.end();
      const [code] = (await ended) as [number];
      return code;
    },
  };
}
