'use strict';
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const paths = require('node:path');
const { fileURLToPath } = require('node:url');

const repository = paths.dirname(__dirname);
const folder = paths.join(repository, 'node_modules/.cache/compiled-for-tests');
const settings = readFileSync(paths.join(repository, '.swcrc'), 'utf8');
const { version } = JSON.parse(readFileSync(require.resolve('@swc/core/package.json'), 'utf8'));
/** What the JavaScript of a file depends on besides its text. */
const recipe = `${settings}${version}${readFileSync(__filename, 'utf8')}`;

/** The JavaScript of a TypeScript file, kept on disk with its source map until the file changes. */
function compiled(path) {
  const source = readFileSync(path, 'utf8');
  const kept = keptAt(path);
  const signature = `// ${createHash('sha1').update(source).update(recipe).digest('hex')}\n`;
  const found = readIfThere(kept);
  if (found?.endsWith(signature)) return found;
  const { code, map } = require('@swc/core').transformSync(source, {
    ...JSON.parse(settings),
    swcrc: false,
    filename: path,
    sourceMaps: true,
    // Beside the module: the whole path would lead from a copied checkout into the one that it was copied from.
    sourceFileName: paths.basename(path),
  });
  mkdirSync(paths.dirname(kept), { recursive: true });
  replace(`${kept}.map`, map);
  replace(kept, `${code}${signature}`);
  return `${code}${signature}`;
}

function keptAt(path) {
  return paths.join(folder, `${paths.relative(repository, path)}.js`);
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Several workers may compile the same file at the same time. */
function replace(path, content) {
  writeFileSync(`${path}.${process.pid}`, content);
  renameSync(`${path}.${process.pid}`, path);
}

/** For Jest when it prints a stack: the file with the source map of a module. */
const sourceMaps = {
  get: (module) => (module.endsWith('.ts') ? `${keptAt(module.startsWith('file:') ? fileURLToPath(module) : module)}.map` : undefined),
  *[Symbol.iterator]() {},
};

module.exports = { compiled, sourceMaps };
