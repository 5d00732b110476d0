import module from 'node:module';
import { load, resolve } from './module-hooks.mjs';

/** From here on this process runs our sources: `node --import ./test-runner/typescript.mjs`. */
// Node 20 has hooks only on a thread of their own.
if (module.registerHooks) module.registerHooks({ resolve, load });
else module.register('./module-hooks.mjs', import.meta.url);
