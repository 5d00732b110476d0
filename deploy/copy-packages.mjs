/**
 * node deploy/copy-packages.mjs <service> [folder]: the packages that a built service still looks for when it runs, with theirs: their
 * names, versions and sizes, and, where a folder is given, a copy of them in it. Everything else is in `dist/services`.
 */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

const [service, target] = process.argv.slice(2);
const services = 'dist/services';
const tracing = 'libs/observability/dist/tracing';

const specifier = /\b(?:from|import|import\(|require\(|register\(|resolve\()\s*["'`]([^"'`\s]+)["'`]/g;
const packageOf = (name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** As Node finds it: in the nearest `node_modules` that has it. */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/** What these files name, and the files of ours that they import. */
function namedBy(files) {
  const [seen, named] = [new Set(), new Set()];
  const visit = (file) => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(specifier)) {
      if (name.startsWith('.')) visit(join(dirname(file), name));
      else if (!isBuiltin(name)) named.add(packageOf(name));
    }
  };
  files.forEach(visit);
  return named;
}

/** Those that are installed: a bundle also asks for drivers of databases and transports that are not ours. */
function closureOf(names) {
  const closure = new Map();
  const add = (name, from) => {
    const folder = folderOf(name, from);
    if (!folder || closure.has(folder)) return;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    closure.set(folder, manifest);
    const isOptional = (peer) => manifest.peerDependenciesMeta?.[peer]?.optional;
    const peers = Object.keys(manifest.peerDependencies ?? {}).filter((peer) => !isOptional(peer));
    for (const needed of [...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), ...peers]) add(needed, folder);
  };
  for (const name of names) add(name, process.cwd());
  return closure;
}

function bytesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesOf(path);
    return sum + (entry.isFile() ? statSync(path).size : 0);
  }, 0);
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2).padStart(7)} MB`;
const closure = closureOf(namedBy([join(services, `${service}.js`), join(tracing, 'preload.js')]));
let total = 0;
for (const [folder, { name, version }] of [...closure].sort(([one], [other]) => (one < other ? -1 : 1))) {
  const bytes = bytesOf(folder);
  total += bytes;
  if (!target) console.log(`${megabytes(bytes)}  ${name}@${version}`);
  else
    cpSync(folder, join(target, relative('.', folder)), {
      recursive: true,
      filter: (path) => path === folder || basename(path) !== 'node_modules',
    });
}
console.log(`${megabytes(total)}  ${closure.size} packages for ${service}`);
