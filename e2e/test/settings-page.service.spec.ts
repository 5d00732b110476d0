import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { settingsPage } from '../src/settings-page/settings-page.js';

it('docs/settings.md equals the output of `npm run docs:settings`', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')).toBe(settingsPage());
});
