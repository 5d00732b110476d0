import { expect, it } from '@jest/globals';
import { entryExample, type PortfolioEntry } from '@vigia/contracts';
import { isUnregistered } from '../src/portfolio/unregistered.ts';

it.each([
  ['failed', 'SH50', 'SH11', true],
  ['failed', 'SH11', 'SH30', true],
  ['failed', 'SH50', 'SH50', false],
  ['failed', 'SH30', 'SH51', false],
  ['active', 'SH11', 'SH11', false],
  ['expired', 'SH11', 'SH11', false],
] as const)(
  'an entry that is %s, with the codes %s and %s, is of a document that the register does not know: %s',
  (standing, light, debt, is) => {
    const entry: PortfolioEntry = {
      ...entryExample,
      standing,
      light: { ...entryExample.light, code: light },
      debt: { ...entryExample.debt, code: debt },
    };
    expect(isUnregistered(entry)).toBe(is);
  },
);
