import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const workspaces = [
  ...['apps', 'libs'].flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`)),
  'e2e',
  'benchmarks',
];
const withSubfolders = [
  'docs',
  'deploy',
  'dev',
  'test-runner',
  ...workspaces.flatMap((one) => ['src', 'test', 'journeys'].map((part) => `${one}/${part}`)),
];
/** At the beginning of a line of prose, of an item, of a comment or of a text in quotes, or after a full stop. */
const dangling = /(?:^|[.:] |\| |\/\*\* |\/\/ |\* |# |- |["'`])(?:Of (?!course)|Whoever )[^.|]{3,60}/gm;
/** Databases keep this text, and a migration that has run is not changed. */
const kept = 'libs/database/src/migrations/0055-manifests.ts';

function filesIn(folder: string, recursive: boolean): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive, encoding: 'utf8' });
  return names.filter((name) => /\.(md|tsx?|mjs|cjs|sh|ya?ml|sql|json)$/.test(name)).map((name) => join(folder, name));
}

describe('the prose of documents and comments', () => {
  it('names the actor: no sentence begins with a dangling "Of" or "Whoever"', () => {
    const files = [
      ...['.', ...workspaces].flatMap((folder) => filesIn(folder, false)),
      ...withSubfolders.flatMap((folder) => filesIn(folder, true)),
    ];
    expect(files.length).toBeGreaterThan(2_000);
    const found = files
      .filter((file) => file !== kept)
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(dangling)].map(([sentence]) => `${file}: ${sentence.trim()}`));
    expect(found).toEqual([]);
  });
});
