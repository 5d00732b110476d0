import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '../..');

it('Jest finds the specs of a changed file, also those that import it by the name of its library', () => {
  const asked = ['unit', '--findRelatedTests', 'libs/contracts/src/documents/document.ts', '--listTests'];
  const listed = execFileSync(process.execPath, ['test-runner/main.mjs', ...asked], { cwd: repository, encoding: 'utf8' }).split('\n');
  const expected = ['libs/contracts/test/document.spec.ts', 'apps/gateway/test/load-bodies.spec.ts'].map((path) => join(repository, path));
  expect(listed).toEqual(expect.arrayContaining(expected));
  expect(listed).not.toContain(join(repository, 'libs/names/test/name-words.spec.ts'));
});
