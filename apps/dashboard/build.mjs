/** Builds the page, unless it was built from exactly these files. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFrom, folders } from './built-from.mjs';

const workspace = fileURLToPath(new URL('../..', import.meta.url));
const mark = join(import.meta.dirname, 'dist/.vite/built-from');

const now = await builtFrom(workspace);
if ((await readFile(mark, 'utf8').catch(() => '')) !== now) {
  const { build } = await import('vite');
  const { output } = await build({ root: import.meta.dirname, logLevel: 'warn' });
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => !id.startsWith('\0') && !id.includes('/node_modules/'));
  const unseen = modules.map((id) => relative(workspace, id)).filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)));
  if (unseen.length > 0) throw new Error(`a change of ${unseen.join(', ')} would not be noticed: built-from.mjs has to name its folder`);
  await import('./budget.mjs');
  // Written last, so that a build that failed is done again.
  if (!process.exitCode) await writeFile(mark, now);
}
