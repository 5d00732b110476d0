import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sourceNames, sourcesFor } from '@vigia/contracts';

const docs = join(import.meta.dirname, '../../docs');
const tours = readFileSync(join(docs, 'reading-tour.md'), 'utf8').split(/^## /m).slice(1);

describe('the reading tour', () => {
  it.each([
    ['A load', 30],
    ['A trigger until its attempt', 18],
    ['A forced update', 25],
  ])('shows "%s" in at most %i files, all of which exist', (name, most) => {
    const tour = tours.find((text) => text.startsWith(`${name}\n`)) ?? '';
    const stops = [...tour.matchAll(/^\d+\. \[([^\]]+)\]\(([^)]+)\)/gm)];
    expect(stops.length).toBeGreaterThan(0);
    expect(stops.length).toBeLessThanOrEqual(most);
    expect(stops.filter(([, , path]) => !existsSync(join(docs, path!))).map(([, , path]) => path)).toEqual([]);
    expect(stops.filter(([, shown, path]) => shown !== basename(path!))).toEqual([]);
  });
});

describe('the page for contributors', () => {
  it('gives the true numbers of lines of a small endpoint and its spec', () => {
    const root = join(docs, '..');
    const shown = [...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/\]\(([^)]+)\)\s+\((\d+)\s+lines\)/g)];
    const counted = shown.map(([, path, lines]) => [path, Number(lines), readFileSync(join(root, path!), 'utf8').split('\n').length - 1]);
    expect(counted).toHaveLength(2);
    for (const [path, said, lines] of counted) expect([path, said]).toEqual([path, lines]);
    for (const [, lines] of counted) expect(lines).toBeLessThan(120);
  });
});

describe('a page that counts the sources', () => {
  const numbers = ['sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty', 'twenty-one', 'twenty-two'];

  it.each([
    ['README.md', sourceNames],
    ['ARCHITECTURE.md', sourceNames],
    ['libs/contracts/README.md', sourceNames],
    ['docs/capacity.md', sourcesFor('RUC')],
  ])('gives their true number: %s', (path, { length }) => {
    const counts = [...readFileSync(join(docs, '..', path), 'utf8').matchAll(/(\S*(?:teen|twenty)\S*) sources\b/g)];
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.map(([, count]) => numbers.indexOf(count!.replace('(', '')) + 16)).toEqual(counts.map(() => length));
  });
});

describe('the shell blocks of a page for newcomers', () => {
  it.each(['README.md', 'docs/api.md', 'docs/receivers.md'])('mean the same to zsh as to bash: %s', (path) => {
    const blocks = [...readFileSync(join(docs, '..', path), 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!);
    const lines = blocks.join('').split('\n');
    // zsh finds programs by these names, too.
    expect(lines.filter((line) => /\b(path|fpath|cdpath)=/.test(line))).toEqual([]);
    // An interactive zsh takes a comment for arguments or a command, and an open quote in it swallows the next lines.
    expect(lines.filter((line) => /^[^#'"]* # /.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('#') && line.split(/["']/).length % 2 === 0)).toEqual([]);
  });
});
