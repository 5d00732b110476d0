import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { filesIn, textOf } from '../operations/declared-metrics.js';
import { inherited, readStages, repository } from './dockerfile.js';

const stages = readStages();
const images = stages.filter(({ instructions }) => instructions.some((line) => line.startsWith('CMD'))).map(({ name }) => name);

/** What an image is given by instructions of one kind, with these arguments of its build. */
function given(instructions: string[], kind: 'ENV' | 'LABEL', args: Record<string, string>): Record<string, string> {
  const declared = instructions.flatMap((line) => /^ARG (\w+)$/.exec(line)?.[1] ?? []);
  const pairs = instructions.filter((line) => line.startsWith(`${kind} `)).flatMap((line) => line.split(' ').slice(1));
  const valueOf = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => (declared.includes(name) ? (args[name] ?? '') : ''));
  return Object.fromEntries(pairs.map((pair) => [pair.split('=')[0]!, valueOf(pair.slice(pair.indexOf('=') + 1))]));
}

describe('deploy/build-arguments.sh', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-build-'));
    for (const name of ['deploy', 'apps', 'docs']) mkdirSync(join(folder, name));
    copyFileSync(join(repository, 'deploy/build-arguments.sh'), join(folder, 'deploy/build-arguments.sh'));
    write('apps/main.ts', 'released');
    write('docs/page.md', 'released');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const commit = () => {
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message=a');
    return git('rev-parse', 'HEAD');
  };
  const run = () => {
    // Without what a hook of git would set, and without a repository around the folder.
    const env = { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: tmpdir() };
    const { status, stdout } = spawnSync('sh', [join(folder, 'deploy/build-arguments.sh')], { env, encoding: 'utf8' });
    return { status, args: Object.fromEntries([...stdout.matchAll(/--build-arg (\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!])) };
  };

  it.each(images)('gives the image of %s its labels and the build that its service names', (target) => {
    const made = commit();
    const { args } = run();
    const instructions = inherited(stages, target);
    const date = git('log', '-1', '--format=%cI');
    expect(given(instructions, 'ENV', args)).toMatchObject({ VIGIA_COMMIT: made, VIGIA_COMMIT_DATE: date });
    expect(given(instructions, 'LABEL', args)).toEqual({
      'org.opencontainers.image.revision': made,
      'org.opencontainers.image.version': made,
      'org.opencontainers.image.created': date,
    });
  });

  it('marks the commit if files of an image have changed since, and not for others', () => {
    const made = commit();
    write('docs/page.md', 'changed');
    expect(run().args.VIGIA_COMMIT).toBe(made);
    write('apps/main.ts', 'changed');
    expect(run().args.VIGIA_COMMIT).toBe(`${made}-dirty`);
  });

  it('fails without a repository, and says nothing about a commit', () => {
    expect(run()).toEqual({ status: 128, args: {} });
  });

  it('is used by every command of the documents that builds images to keep', () => {
    const documents = ['README.md', ...filesIn('docs', '.md')].map(textOf).join('\n');
    const commands = documents.match(/docker (?:compose )?build [^\n`&]*/g) ?? [];
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.filter((command) => !command.includes('$(deploy/build-arguments.sh)'))).toEqual([]);
    expect(documents).not.toMatch(/docker compose up [^\n`]*--build/);
  });
});
