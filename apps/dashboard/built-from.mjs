import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the page is made of: itself, and what it imports of ours. */
export const folders = ['apps/dashboard', 'libs/contracts/src'];
/** The versions of all packages. */
const lock = 'package-lock.json';
const leftOut = new Set(['dist', 'test', 'node_modules', 'README.md']);

/** The same for the same files under the same names, and for no others. */
export async function builtFrom(workspace) {
  const files = [...(await Promise.all(folders.map((folder) => filesUnder(workspace, folder)))).flat(), lock];
  const hash = createHash('sha256');
  for (const file of files) {
    const content = await readFile(join(workspace, file));
    hash.update(`${file} ${content.length} `).update(content);
  }
  return hash.digest('hex');
}

async function filesUnder(workspace, folder) {
  const entries = await readdir(join(workspace, folder), { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !leftOut.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => (entry.isDirectory() ? filesUnder(workspace, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
  return (await Promise.all(found)).flat();
}
