import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { firstDocumentOf, freshRuc, freshRucs, takeDocumentsOf } from '../src/documents/fresh-documents.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

describe('fresh documents', () => {
  it('are the same in every run of a spec file, and never repeat within it', () => {
    takeDocumentsOf(import.meta.url);
    const first = freshRucs(3);
    takeDocumentsOf(import.meta.url);
    expect(new Set([...first, freshRuc()]).size).toBe(4);
    takeDocumentsOf(new URL('another.spec.ts', import.meta.url).href);
    expect(first).not.toContain(freshRuc());
    takeDocumentsOf(import.meta.url);
    expect(freshRucs(3)).toEqual(first);
  });

  it('of a spec file on a shared system do not overlap with those of any other', () => {
    const projects = ['apps', 'libs'].flatMap((folder) => readdirSync(join(repository, folder)).map((name) => join(folder, name)));
    const files = [...projects, 'e2e'].flatMap((project) => specsOf(join(project, 'test')));
    const onSharedSystems = files.filter((file) => readFileSync(join(repository, file), 'utf8').includes('livingSystem('));
    const bySpec = onSharedSystems.map((file) => [firstDocumentOf(file), file] as const);
    const shared = bySpec.filter(([first, file]) => bySpec.some(([other, another]) => other === first && another !== file));
    expect(bySpec.length).toBeGreaterThan(8);
    expect(shared).toEqual([]);
  });
});

function specsOf(folder: string): string[] {
  const isThere = existsSync(join(repository, folder));
  const names = isThere ? readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.spec.ts')).map((name) => join(folder, name));
}
