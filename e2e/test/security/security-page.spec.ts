import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '../../..');
const text = (path: string) => readFileSync(join(repository, path), 'utf8');
const page = text('docs/security.md');
const standard = text('e2e/test/security/asvs-4.0.3-level-2.txt').split('\n').filter(Boolean);

/** The rows of the page: items, state and reason. */
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) +\| (met|in part|not met|–) +\| (.+?) +\|$/gm)].map(
  ([, items, state, why]) => ({
    items: items!.split(', '),
    state: state!,
    why: why!,
  }),
);

describe('the security page', () => {
  it('names only files and tests that exist', () => {
    const named = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[A-Z]+\.md|package-lock\.json|docker-compose\.yml)`/g)].map(
      ([, path]) => path!,
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it('covers each item of level 2 once', () => {
    const said = rows.flatMap(({ items }) => items);
    const inOrder = (items: string[]) => items.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
    expect(inOrder(said)).toEqual(inOrder(standard));
  });

  it('has the right counts', () => {
    const count = (state: string) => rows.filter((row) => row.state === state).flatMap(({ items }) => items).length;
    expect(page).toContain(
      `${count('met')} of ${standard.length} items are met, ${count('in part')} are met in part, ${count('not met')} are not met, and ${count('–')} concern features that Vigía does not have`,
    );
  });

  it('has no broken link to a chapter', () => {
    const chapters = [...page.matchAll(/^##+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\w ]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !chapters.includes(link))).toEqual([]);
  });
});
