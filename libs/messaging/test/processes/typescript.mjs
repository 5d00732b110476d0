import { transform } from '@swc/core';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Lets plain Node run this project's sources without a build: `node --import ./register-typescript.mjs`. */
export async function resolve(specifier, context, next) {
  const fromSource = context.parentURL?.endsWith('.ts') && specifier.startsWith('.');
  return next(fromSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) {
    return next(url, context);
  }
  const filename = fileURLToPath(url);
  const options = JSON.parse(await readFile(new URL('../../../../.swcrc', import.meta.url), 'utf8'));
  const { code } = await transform(await readFile(filename, 'utf8'), { ...options, filename, swcrc: false, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
