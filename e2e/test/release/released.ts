import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const folder = new URL('../../release/', import.meta.url);

/** What was kept of the release before. `npm run record:release` keeps what is there now instead, and then compares that with itself. */
export function released<Part>(name: string, now: () => Part): Part {
  const file = new URL(`${name}.json`, folder);
  if (process.env.VIGIA_RECORD_RELEASE === 'true') writeFileSync(file, `${linePerEntry(now())}\n`);
  if (!existsSync(file)) throw new Error(`e2e/release/${name}.json is missing: npm run record:release`);
  return JSON.parse(readFileSync(file, 'utf8')) as Part;
}

/** The commit that the record was made of. */
export function releasedCommit(): string {
  return released('release', () => ({ commit: committed() })).commit;
}

/** Whether the history of this commit contains it. Undefined where the history is not whole, or begins anew. */
export function isBeforeThisOne(commit: string): boolean | undefined {
  const git = (...command: string[]) => spawnSync('git', command, { cwd: repository, encoding: 'utf8' });
  if (git('rev-parse', '--is-shallow-repository').stdout?.trim() !== 'false') return undefined;
  const { status } = git('merge-base', '--is-ancestor', commit, 'HEAD');
  return status === 0 || status === 1 ? status === 0 : undefined;
}

/** So that a reviewer sees which entries a new record changes. */
function linePerEntry(part: unknown): string {
  const [open, close] = Array.isArray(part) ? '[]' : '{}';
  const name = (key: string) => (Array.isArray(part) ? '' : `${JSON.stringify(key)}: `);
  return `${open}\n${Object.entries(part as object)
    .map(([key, value]) => name(key) + JSON.stringify(value))
    .join(',\n')}\n${close}`;
}

function committed(): string {
  const git = (...command: string[]) => execFileSync('git', command, { cwd: repository, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', '.', ':!e2e/release');
  if (changed) throw new Error(`a release is what is committed, and this is not:\n${changed}`);
  return git('rev-parse', 'HEAD');
}
