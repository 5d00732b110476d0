import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const docs = join(import.meta.dirname, '../../docs');
const tours = readFileSync(join(docs, 'reading-tour.md'), 'utf8').split(/^## /m).slice(1);

describe('the reading tour', () => {
  it.each([
    ['A load', 30],
    ['A trigger until its attempt', 18],
    ['A forced update', 25],
  ])('shows "%s" in at most %i files, and all of them are there', (name, most) => {
    const tour = tours.find((text) => text.startsWith(`${name}\n`)) ?? '';
    const stops = [...tour.matchAll(/^\d+\. \[([^\]]+)\]\(([^)]+)\)/gm)];
    expect(stops.length).toBeGreaterThan(0);
    expect(stops.length).toBeLessThanOrEqual(most);
    expect(stops.filter(([, , path]) => !existsSync(join(docs, path!))).map(([, , path]) => path)).toEqual([]);
    expect(stops.filter(([, shown, path]) => shown !== basename(path!))).toEqual([]);
  });
});

describe('the page for contributors', () => {
  it('shows the smallest endpoint and its spec with their true numbers of lines', () => {
    const root = join(docs, '..');
    const shown = [...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/\]\(([^)]+)\) \((\d+) lines\)/g)];
    const counted = shown.map(([, path, lines]) => [path, Number(lines), readFileSync(join(root, path!), 'utf8').split('\n').length - 1]);
    expect(counted).toHaveLength(2);
    for (const [path, said, lines] of counted) expect([path, said]).toEqual([path, lines]);
    for (const [, lines] of counted) expect(lines).toBeLessThan(120);
  });
});
