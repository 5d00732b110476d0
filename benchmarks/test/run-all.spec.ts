import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resultsOf } from '../src/results.js';
import { runAll } from '../src/run-all.js';
import { shortForms } from '../src/short-forms.js';

describe('a run of all benchmarks', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-run-all-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A program whose result contains its arguments. */
  function benchmark(name: string, program: string) {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, `import { writeFileSync } from 'node:fs';\nconst [rounds, count, , file] = process.argv.slice(2);\n${program}`);
    return { name, file, options: ['--rounds', '3'] };
  }
  const kept = `writeFileSync(file, JSON.stringify([{ what: rounds, contender: 'ours', rounds: [{ perSecond: Number(count) }] }]));`;

  it('goes on after a failed benchmark, and names it at the end', async () => {
    const said: string[] = [];
    const benchmarks = [
      benchmark('first', kept),
      benchmark('exits', `${kept} process.exit(3);`),
      benchmark('silent', ''),
      benchmark('last', kept),
    ];
    const { results, failed } = await runAll(benchmarks, (text) => said.push(text));
    const [one] = resultsOf('--rounds', [{ name: 'ours' }], [[{ perSecond: 3 }]]);
    expect(results).toEqual([one, one]);
    expect(failed).toEqual(['exits', 'silent']);
    expect(said.filter((text) => text.includes('of 4'))).toHaveLength(4);
    expect(said).toContainEqual('=== exits failed: it ended with 3');
  });

  it.each(shortForms)('gives $name an odd number of rounds, so that one of them is in the middle', ({ options }) => {
    const option = options.findIndex((name) => name === '--rounds' || name === '--starts');
    const rounds = Number(options[option + 1]);
    expect(rounds).toBeGreaterThanOrEqual(3);
    expect(rounds % 2).toBe(1);
  });

  it('includes every benchmark except those that calculate or need data from outside', () => {
    const source = join(import.meta.dirname, '../src');
    const programs = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^[^/]+\/main\.ts$/.test(file))
      .map((file) => file.split('/')[0]!);
    // Two of these calculate, and one judges data from outside.
    const others = ['capacity', 'scaling', 'screening'];
    expect([...shortForms.map(({ name }) => name), ...others].toSorted()).toEqual(programs.toSorted());
  });
});
