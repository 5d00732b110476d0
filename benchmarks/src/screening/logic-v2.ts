import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Scored {
  scores: number[];
  us: number;
}

const script = fileURLToPath(new URL('../../src/screening/logic_v2.py', import.meta.url));

/** logic-v2 itself over the same pairs, if the Python in `PYTHON` has nomenklatura; otherwise undefined. */
export function logicV2(pairs: readonly { schema: string; name1: string; name2: string }[]): Scored | undefined {
  const input = pairs.map(({ schema, name1, name2 }) => JSON.stringify([schema, name1, name2])).join('\n');
  const { status, stdout } = spawnSync(process.env.PYTHON ?? 'python3', [script], { input, encoding: 'utf8', timeout: 600_000 });
  return status === 0 ? (JSON.parse(stdout) as Scored) : undefined;
}
