import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const typescript = fileURLToPath(new URL('../../../../test-runner/typescript.mjs', import.meta.url));
const program = join(import.meta.dirname, 'starter.ts');

interface StarterProcess {
  child: ChildProcess;
  postgres: { pid: number; url: string };
  /** Sends the signal, or asks the process to return from its main program, and waits until it has ended. */
  end(how: NodeJS.Signals | 'exit'): Promise<void>;
}

export async function runStarter(dataDir: string): Promise<StarterProcess> {
  const child = spawn(process.execPath, ['--import', typescript, program, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
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
