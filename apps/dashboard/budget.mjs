import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** What a browser loads may not grow unnoticed: `npm run build:dashboard` fails when a limit is passed. In KiB of gzip. */
const limits = {
  'JS of a first view': 230,
  'JS of a further route': 48,
  CSS: 26,
  fonts: 50,
  'first view': 305,
  'requests of a first view': 15,
};
/** Who is signed in, and what the screen shows; at the sign-in only the first. */
const callsOf = (key) => (key.endsWith('sign-in.tsx') ? 1 : 2);

const dist = new URL('dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const files = new Map(Object.values(manifest).map((one) => [one.file, gzipSync(readFileSync(new URL(one.file, dist))).length / 1024]));
const sizeOf = (kind) => [...files].filter(([file]) => file.endsWith(kind)).reduce((sum, [, size]) => sum + size, 0);
const sum = (names) => [...names].reduce((total, name) => total + files.get(name), 0);

/** The scripts that come with one: itself and what it imports at once. */
function scriptsOf(key, found = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (!found.has(file)) {
    found.add(file);
    for (const other of imports) scriptsOf(other, found);
  }
  return found;
}

const base = scriptsOf('index.html');
const { dynamicImports: routes } = manifest['index.html'];
/** Where a person lands. */
const landing = routes.filter((key) => /\/(?:home|portfolio|sign-in)\.tsx$/.test(key));
const view = (key, scripts) => ({ key, scripts, size: sum(scripts) });
const beyond = (key, loaded) =>
  view(
    key,
    [...scriptsOf(key)].filter((file) => !loaded.has(file)),
  );
const first = landing.map((key) => view(key, [...new Set([...base, ...scriptsOf(key)])]));
const further = routes.map((key) => beyond(key, base));
/** Parts of a screen that come when they are asked for. */
const parts = routes.flatMap((route) =>
  (manifest[route].dynamicImports ?? []).map((key) => beyond(key, new Set([...base, ...scriptsOf(route)]))),
);
const heaviest = (views) => views.toSorted((a, b) => b.size - a.size)[0];
/** The views of which a limit counts the heaviest. */
const heaviestOf = { 'JS of a first view': heaviest(first), 'JS of a further route': heaviest([...further, ...parts]) };
const most = Math.max(...first.map(({ key, scripts }) => scripts.length + callsOf(key)));

const page = gzipSync(readFileSync(new URL('index.html', dist))).length / 1024;
const firstPaint = [...files.keys()].filter((file) => file.includes('first-paint'));
const js = sum(firstPaint) + heaviestOf['JS of a first view'].size;
const [css, fonts] = [sizeOf('.css'), sizeOf('.woff2')];

const measured = {
  'JS of a first view': js,
  'JS of a further route': heaviestOf['JS of a further route'].size,
  CSS: css,
  fonts,
  'first view': page + js + css + fonts,
  'requests of a first view': 1 + firstPaint.length + most + 2 + 1,
};

const passed = Object.entries(limits).filter(([name, limit]) => measured[name] > limit);
if (process.argv.includes('--print')) {
  for (const [name, size] of Object.entries(measured)) console.log(`${name}: ${Math.ceil(size)} of ${limits[name]}`);
  console.log(`  at once: ${sum(base).toFixed(1)}`);
  for (const { key, scripts, size } of [...further, ...parts]) console.log(`  ${key}: ${size.toFixed(1)} in ${scripts.length}`);
}
for (const [name, limit] of passed) {
  const of = heaviestOf[name] ? `, of ${heaviestOf[name].key}; \`node apps/dashboard/budget.mjs --print\` lists all` : '';
  console.error(`${name}: ${measured[name].toFixed(1)} is more than ${limit}${of}`);
}
if (passed.length > 0) process.exitCode = 1;
