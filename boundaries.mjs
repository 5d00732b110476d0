import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** At the beginning of a line: a test may have a text that looks like an import. */
const imported = /^(?:import|export)\b(?:[^'"`;=()]* from)? '([^']+)'|\bimport\('([^']+)'\)/gm;

/**
 * Where folders import each other in turn, on any level. `.dependency-cruiser.cjs` has the rules between files; its rules between folders do
 * not see that `panel/sessions` is a part of `panel`.
 */
export function ringsIn(repository) {
  const arrows = {};
  for (const file of sourcesIn(repository))
    for (const other of importsOf(file, readFileSync(join(repository, file), 'utf8'))) {
      const { of, ...arrow } = parting(file, other);
      if (arrow.from !== undefined && arrow.to !== undefined) (arrows[of] ??= []).push({ ...arrow, file });
    }
  return Object.entries(arrows)
    .map(([of, all]) => ({ of, ring: ringOf(all) }))
    .filter(({ ring }) => ring.length > 0);
}

function sourcesIn(repository) {
  return ['apps', 'libs', 'e2e', 'benchmarks'].flatMap((root) =>
    readdirSync(join(repository, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
      .map((file) => join(root, file)),
  );
}

/** The files of ours that a file imports. In the dashboard, `#` is the folder of all sources. */
function importsOf(file, text) {
  return [...text.matchAll(imported)].flatMap(([, now, path = now]) => {
    if (path.startsWith('#')) return [join(file.split('/', 2).join('/'), 'src', path.slice(1))];
    return path.startsWith('.') ? [join(dirname(file), path)] : [];
  });
}

/** The last folder that two files have in common, and the folders of it that they are in. A file may also be in none of these. */
function parting(file, other) {
  const [one, two] = [file, other].map((path) => dirname(path).split('/'));
  const depth = one.findIndex((name, index) => name !== two[index]);
  return depth < 0 ? {} : { of: one.slice(0, depth).join('/'), from: one[depth], to: two[depth] };
}

/** What is left when arrows that no other one leads to, or that no other one goes on from, are taken away again and again. */
function ringOf(arrows) {
  let left = arrows;
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const [starts, ends] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
    left = left.filter(({ from, to }) => ends.has(from) && starts.has(to));
  }
  return left;
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  for (const { of, ring } of ringsIn(import.meta.dirname)) {
    console.error(`\nThe folders of ${of} point at each other:`);
    for (const arrow of new Set(ring.map(({ from, to }) => `${from} → ${to}`))) {
      const files = new Set(ring.filter(({ from, to }) => arrow === `${from} → ${to}`).map(({ file }) => file));
      console.error(`  ${arrow}: ${[...files].slice(0, 3).join(', ')}${files.size > 3 ? ` and ${files.size - 3} more` : ''}`);
    }
    process.exitCode = 1;
  }
}
