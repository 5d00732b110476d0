import { delimiter, join } from 'node:path';
import { isExecutable } from '@vigia/local-servers';

/** The headless one comes first: it shows the same pages for a third of the processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The path of this machine's Chromium; undefined if it has none, and the specs that need one are skipped. */
export const chromium = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(isExecutable);
