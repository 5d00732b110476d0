/**
 * The contents of a service's image: the files of `dist/services` that it loads, the packages bundled in them, and those that it still
 * imports at run time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const services = 'dist/services';
const preload = 'libs/observability/dist/preload.js';
/** The gateway serves the files of its page. */
const pages = { gateway: 'apps/dashboard' };

const specifier = /\b(?:from|import|import\(|require\(|register\(|resolve\()\s*["'`]([^"'`\s]+)["'`]/g;
const packageOf = (name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

export function contentsOf(service) {
  const entry = join(services, `${service}.js`);
  if (!existsSync(entry)) throw new Error(`there is no ${entry}: run \`npm run build\`, and give the name of a service`);
  const named = namedBy([entry, preload]);
  const files = named.files.filter((file) => file.startsWith(services));
  const page = pages[service];
  const served = page ? closureOf(Object.keys(manifestOf(page).dependencies).filter((name) => !name.startsWith('@vigia/'))) : new Map();
  return { files, kept: closureOf(named.packages), bundled: new Map([...files.flatMap(bundledIn), ...served]) };
}

/** The files that these import, and the packages that they name. */
function namedBy(entries) {
  const [files, packages] = [new Set(), new Set()];
  const visit = (file) => {
    if (files.has(file) || !existsSync(file)) return;
    files.add(file);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(specifier)) {
      if (name.startsWith('.')) visit(join(dirname(file), name));
      else if (!isBuiltin(name)) packages.add(packageOf(name));
    }
  };
  entries.forEach(visit);
  return { files: [...files], packages: [...packages] };
}

/** As Node finds it: in the nearest `node_modules` that contains it. */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/** These packages with all their installed dependencies: a bundle also names drivers of databases and transports that we do not use. */
function closureOf(names) {
  const closure = new Map();
  const add = (name, from) => {
    const folder = folderOf(name, from);
    if (!folder || closure.has(relative('.', folder))) return;
    const manifest = manifestOf(folder);
    closure.set(relative('.', folder), manifest);
    const isOptional = (peer) => manifest.peerDependenciesMeta?.[peer]?.optional;
    const peers = Object.keys(manifest.peerDependencies ?? {}).filter((peer) => !isOptional(peer));
    for (const needed of [...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), ...peers]) add(needed, folder);
  };
  for (const name of names) add(name, process.cwd());
  return closure;
}

/** The packages that a built file contains, according to its source map. */
function bundledIn(file) {
  if (!existsSync(`${file}.map`)) return [];
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  const folders = sources.flatMap((source) => {
    const path = relative('.', resolve(dirname(file), source));
    return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [];
  });
  return [...new Set(folders)].map((folder) => [folder, manifestOf(folder)]);
}
