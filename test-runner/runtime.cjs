'use strict';
const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const paths = require('node:path');
const { pathToFileURL } = require('node:url');

/** Node 24 gives a file that is imported while hooks are registered a `require` without a cache. */
const requireHere = Module.createRequire(__filename);

const globals = pathToFileURL(paths.join(__dirname, 'globals.mjs')).href;
const circusHandlers = Symbol.for('EVENT_HANDLERS');
const circusTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

/**
 * The storage in which the test framework keeps its running test, the same for every file: before Node 24 each promise pays for every
 * storage that its process has ever used.
 */
const runningTest = new asyncHooks.AsyncLocalStorage();
const oneStorage = { ...asyncHooks, AsyncLocalStorage: new Proxy(asyncHooks.AsyncLocalStorage, { construct: () => runningTest }) };

function withOneStorage(work) {
  const load = Module._load;
  Module._load = (request, ...rest) => (request === 'node:async_hooks' ? oneStorage : load(request, ...rest));
  try {
    return work();
  } finally {
    Module._load = load;
  }
}

/**
 * Jest's runtime without its module registry and its vm contexts: a spec and its imports are modules of Node itself, so that a worker loads
 * the product and its packages once instead of once per file. Jest's own test framework runs on it unchanged.
 */
class NodeModules {
  #globals;

  /** The test framework keeps what it knows about a file in its module, so each file gets a fresh one. */
  requireInternalModule(path) {
    delete requireHere.cache[path];
    delete globalThis[circusHandlers];
    delete globalThis[circusTimeout];
    return withOneStorage(() => requireHere(path));
  }

  setGlobalsForRuntime(given) {
    this.#globals = given;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    if (this.#globals) (await import(globals)).use(this.#globals);
    await import(pathToFileURL(path).href);
  }

  requireModule(path) {
    return requireHere(path);
  }

  /** Where the source maps of compiled specs and sources are; Jest asks for it when it prints a stack. */
  getSourceMaps() {
    return requireHere('./compiled.cjs').sourceMaps;
  }

  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
  getAllCoverageInfoCopy() {}
}

module.exports = NodeModules;
