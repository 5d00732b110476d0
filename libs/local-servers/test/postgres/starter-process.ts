import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const projectDir = resolve(import.meta.dirname, '..', '..');

/** Compiles `starter.ts` with the library below it, so that plain Node can run it; returns the program. */
export function compileStarter(outDir: string): string {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const options = '--ignoreConfig --target es2023 --module nodenext --types node --skipLibCheck';
  const source = join(projectDir, 'test', 'postgres', 'starter.ts');
  execFileSync(process.execPath, [
    join(typescript, 'bin', 'tsc'),
    source,
    ...options.split(' '),
    '--rootDir',
    projectDir,
    '--outDir',
    outDir,
  ]);
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }');
  symlinkSync(dirname(typescript), join(outDir, 'node_modules'));
  return join(outDir, 'test', 'postgres', 'starter.js');
}

export interface StarterProcess {
  child: ChildProcess;
  postgres: { pid: number; url: string };
  /** Sends the signal, or asks it to return from its main program, and waits until it has ended. */
  end(how: NodeJS.Signals | 'exit'): Promise<void>;
}

export async function runStarter(program: string, dataDir: string): Promise<StarterProcess> {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    child,
    postgres: JSON.parse(line),
    end: async (how) => {
      const ended = once(child, 'exit');
      if (how === 'exit') child.stdin.write('\n');
      else child.kill(how);
      await ended;
    },
  };
}
