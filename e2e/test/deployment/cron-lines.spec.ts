import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const page = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const pages = ['deployment.md', 'kubernetes.md', 'runbooks/restore.md'];
/** The five fields of a time, the user, and the command. */
const line = /^([\d*/,-]+ ){5}root (.+)$/gm;
const lines = pages.flatMap((name) => [...page(name).matchAll(line)].map(([, , command]) => [name, command!] as const));

describe('the lines for cron in the documents', () => {
  it.each(lines)('of %s page if they fail, and are written for the shell of cron: %s', (_page, command) => {
    expect(command).toMatch(/ \|\| page-us$/);
    // Cron takes an unescaped percent sign for the end of the line.
    expect(command).not.toMatch(/(?<!\\)%/);
    execFileSync('sh', ['-n', '-c', command]);
  });

  it.each([
    'compose .*/base-backup.sh',
    'postgres-0 .*/base-backup.sh',
    'run .*operator.js doctor',
    'operator-0 .*operator.js doctor',
    '^df ',
    'openssl s_client',
    'curl .*/openapi.json',
  ])('watch: %s', (what) => {
    expect(lines.some(([, command]) => new RegExp(what).test(command))).toBe(true);
  });
});
