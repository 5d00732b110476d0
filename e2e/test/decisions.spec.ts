import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const folder = join(import.meta.dirname, '../../docs/decisions');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const files = readdirSync(folder).filter((file) => file !== 'README.md');

describe('the list of decisions', () => {
  it('has each of them once, by the number of its file and with its title', () => {
    const rows = [...textOf('README.md').matchAll(/^\|[^|]+\| \[(\d+)\]\(([^)]+)\) *\| (.*?) *\|/gm)];
    const listed = rows.map(([, number, file, title]) => ({ file, heading: `# ${number}. ${title}` }));
    const written = files.map((file) => ({ file, heading: textOf(file).split('\n', 1)[0] }));
    expect(listed.toSorted((a, b) => a.file!.localeCompare(b.file!))).toEqual(written.toSorted((a, b) => a.file.localeCompare(b.file)));
    expect(files.filter((file) => !textOf(file).startsWith(`# ${Number(file.slice(0, 4))}. `))).toEqual([]);
  });

  it('sends nobody to a decision that is not there', () => {
    const links = files.flatMap((file) => [...textOf(file).matchAll(/\]\((\d{4}[^)#]*)/g)].map(([, link]) => link!));
    expect(links.filter((link) => !files.includes(link))).toEqual([]);
  });
});
