import { resolve } from 'node:path';
import { watch } from 'rolldown';

const outDir = resolve('dist/dev');

/** What is compiled: the product, and by itself the part of it that opens its servers. */
const input = {
  product: 'apps/standalone/src/dev.ts',
  servers: 'apps/standalone/src/servers.ts',
  home: 'apps/standalone/src/home.ts',
};

export const compiledFile = (name) => `${outDir}/${name}.js`;

const isOurs = (id) => /^(\.|\/|apps\/|@vigia\/|@oxc-project\/|\0)/.test(id);

/**
 * Compiles our sources, from which nothing but `@vigia/source` and TypeScript has to be known, and again whenever one of them changes.
 * Packages stay where they are: a process that is to run the product has them loaded before the change.
 */
export function compileOnChange({ onCompiled, onFailed }) {
  let changed = [];
  let changedAt = performance.now();
  let packages = [];
  const watcher = watch({
    input,
    platform: 'node',
    external: (id) => !isOurs(id),
    resolve: { conditionNames: ['@vigia/source', 'import', 'node', 'default'] },
    tsconfig: 'tsconfig.base.json',
    plugins: [
      {
        name: 'packages',
        generateBundle(_options, bundle) {
          const imported = Object.values(bundle).flatMap((chunk) => chunk.imports ?? []);
          packages = [...new Set(imported)].filter((name) => !(name in bundle));
          // While git or an editor replaces a file, it is missing for a moment, and with it the package that it belongs to. As a package of
          // others it would be loaded as it was built before, or not be found.
          const missing = packages.find(isOurs);
          if (missing) this.error(`a file of ${missing} is missing`);
        },
      },
    ],
    output: { dir: outDir, format: 'esm', sourcemap: true, chunkFileNames: '[name].js' },
  });
  watcher.on('change', (file) => {
    if (changed.length === 0) changedAt = performance.now();
    if (!changed.includes(file)) changed.push(file);
  });
  watcher.on('event', async (event) => {
    if (event.code === 'BUNDLE_END') onCompiled({ changed, changedAt, packages });
    if (event.code === 'ERROR') onFailed({ changed, error: event.error });
    if (event.code === 'BUNDLE_END' || event.code === 'ERROR') {
      changed = [];
      await event.result?.close();
    }
  });
  return watcher;
}
