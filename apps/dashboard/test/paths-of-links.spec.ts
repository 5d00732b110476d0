import { expect, it } from '@jest/globals';
import type { ScreenPath } from '../src/kit/link.tsx';

it('does not compile with a link to a screen that does not exist', () => {
  // @ts-expect-error: no screen has this path
  const nowhere: ScreenPath = '/nowhere';
  const home: ScreenPath = '/';
  expect(nowhere).not.toBe(home);
});
