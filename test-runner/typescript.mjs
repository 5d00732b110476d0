import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { load, resolve } from './module-hooks.mjs';

// Every worker loads the same thousands of modules, and Node 20 compiles them again each time.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/compiled-by-node', import.meta.url)));

/** From here on this process runs our sources: `node --import ./test-runner/typescript.mjs`. */
// Node 20 runs hooks only on a separate thread.
if (module.registerHooks) module.registerHooks({ resolve, load });
else module.register('./module-hooks.mjs', import.meta.url);
