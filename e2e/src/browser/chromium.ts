import { delimiter, join } from 'node:path';
import { isExecutable } from '@vigia/local-servers';

/** The one without a window comes first: it shows the same pages for a third of the processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Where this machine has a Chromium; undefined where it has none, and the specs that need one are left out. */
export const chromium = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(isExecutable);
