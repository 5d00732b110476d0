import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

/** Each layer may use those before it, and every feature may use all layers. */
const layers = ['theme', 'language', 'gateway', 'kit', 'session'];
/** The only imports between features. */
const arrows: Record<string, string[]> = {
  home: ['operations', 'quota', 'webhooks'],
  loading: ['monitoring'],
  operations: ['activity', 'credentials', 'quota', 'users'],
  portfolio: ['monitoring', 'traffic-light'],
  profile: ['monitoring', 'traffic-light'],
  webhooks: ['monitoring'],
};

const src = fileURLToPath(new URL('../src', import.meta.url));
const folders = readdirSync(src).filter((name) => statSync(join(src, name)).isDirectory());

function usedBy(folder: string): Set<string> {
  const files = readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const imports = files.flatMap((name) => [...readFileSync(join(src, folder, name), 'utf8').matchAll(/(?:from |import\()'#([a-z-]+)\//g)]);
  return new Set(imports.map(([, used]) => used!).filter((used) => used !== folder));
}

it.each(folders)('%s imports only the layers below it and the features that this file allows', (folder) => {
  const below = layers.includes(folder) ? layers.slice(0, layers.indexOf(folder)) : layers;
  const allowed = new Set([...below, ...(arrows[folder] ?? [])]);
  expect([...usedBy(folder)].filter((used) => !allowed.has(used))).toEqual([]);
});
