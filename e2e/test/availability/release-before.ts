import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { releasedCommit } from '../release/released.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** Inside of the repository, where packages are found. Only the one that was built last is kept. */
const folder = join(repository, 'dist', 'releases');
const deployed = ['gateway', 'profile-loader', 'billing', 'webhook-dispatcher', 'data-importer', 'operator', 'source-simulator'];

/** The commit of `VIGIA_RELEASE_BEFORE`, or else of the release before. Undefined where the history does not go back so far. */
export function releaseBefore(): string | undefined {
  const asked = process.env.VIGIA_RELEASE_BEFORE;
  const commit = resolved(asked ?? releasedCommit());
  if (asked && !commit) throw new Error(`VIGIA_RELEASE_BEFORE is ${asked}, which names no commit of this history`);
  return commit;
}

function resolved(commit: string): string | undefined {
  const command = ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`];
  return spawnSync('git', command, { cwd: repository, encoding: 'utf8' }).stdout?.trim() || undefined;
}

/** Builds its services from the history, with the packages that are installed. Returns their folder, which later runs find again. */
export function buildRelease(commit: string): string {
  const root = join(folder, commit);
  const services = join(root, 'dist', 'services');
  if (existsSync(join(root, 'built'))) return services;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(root, 'node_modules', '@vigia'), { recursive: true });
  const inRoot = (command: string) => execFileSync('sh', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C ${root}`], { cwd: repository });
  for (const [kind, names] of [
    ['apps', deployed],
    ['libs', inRoot('ls libs').toString().trim().split('\n')],
  ] as const) {
    for (const name of names) symlinkSync(join(root, kind, name), join(root, 'node_modules', '@vigia', name));
  }
  const bin = join(repository, 'node_modules', '.bin');
  // Its types were checked when it was released: without them this takes a third of the processor time and writes the same.
  inRoot(`${join(bin, 'tsc')} -b --noCheck ${deployed.map((name) => `apps/${name}`).join(' ')}`);
  inRoot(`${join(bin, 'rolldown')} -c`);
  inRoot('touch built');
  return services;
}

/** As its operator does before its services start. */
export function migrateBy(services: string, databaseUrl: string): void {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
  execFileSync(process.execPath, [join(services, 'operator.js'), 'migrate'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}
