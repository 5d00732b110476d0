import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { filterNames } from '../src/portfolio/filter-names.ts';

const source = join(import.meta.dirname, '../src');
const screens = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
const textOf = (file: string) => readFileSync(join(source, file), 'utf8');

it('every filter of the portfolio can be set in its bar or is set by a link to it', () => {
  const bar = textOf('portfolio/filter-bar.tsx') + textOf('kit/search-field.tsx');
  const linking = screens.filter((file) => !file.startsWith('portfolio/')).map(textOf);
  const links = linking.filter((text) => /<PortfolioLink|to="\/portafolio"/.test(text)).join('\n');
  const isReached = (name: string) =>
    new RegExp(`name="${name}"|useTypedFilter\\('${name}'\\)|change\\(\\{ ${name}: (?!undefined)`).test(bar) ||
    new RegExp(`\\b${name}: `).test(links);
  expect(filterNames.filter((name) => !isReached(name))).toEqual([]);
});
