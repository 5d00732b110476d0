import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { loaderWrites } from '../src/portfolio/writes.js';

it.each(Object.entries(loaderWrites))('what the benchmark of a portfolio runs of the loader is in %s', (file, names) => {
  const text = readFileSync(new URL(`../../apps/profile-loader/src/portfolio/${file}.ts`, import.meta.url), 'utf8');
  for (const name of names) expect(text).toMatch(new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm'));
});
