import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { firstDocumentOf, freshRuc, freshRucs, takeDocumentsOf } from '../src/documents/fresh-documents.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

describe('fresh documents', () => {
  const nextFile = () => void delete process.env.VIGIA_TEST_DOCUMENTS_OF;

  afterEach(nextFile);

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

  it('are refused to a spec file that drew one before, which any other may also have drawn', () => {
    freshRuc();
    expect(() => takeDocumentsOf(import.meta.url)).toThrow('draw fresh documents after livingSystem');
  });

  it('are the same for a spec file without a shared system, whatever ran before', () => {
    const drawn = ['one.spec.ts', 'another.spec.ts'].map((before) => {
      takeDocumentsOf(new URL(before, import.meta.url).href);
      freshRucs(3);
      nextFile();
      const documents = freshRucs(2);
      nextFile();
      return documents;
    });
    expect(drawn[1]).toEqual(drawn[0]);
  });

  it('end before those of another spec file begin', () => {
    takeDocumentsOf(import.meta.url);
    freshRucs(999);
    expect(() => freshRuc()).toThrow('a spec file has 999 documents of its own');
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
