'use strict';
const paths = require('node:path');
const { pathToFileURL } = require('node:url');

const globals = pathToFileURL(paths.join(__dirname, 'globals.mjs')).href;
const circusHandlers = Symbol.for('EVENT_HANDLERS');
const circusTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

/**
 * Jest's runtime without its module registry and its vm contexts: a spec and what it imports are modules of Node itself, so that a worker
 * loads the product and its packages once and not once per file. Jest's own test framework runs on it unchanged.
 */
class NodeModules {
  #globals;

  /** The test framework: it keeps what it knows of a file in its module, so each file gets a fresh one. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[circusHandlers];
    delete globalThis[circusTimeout];
    return require(path);
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
    return require(path);
  }

  /** Where the maps of compiled specs and sources are; Jest asks when it prints a stack. */
  getSourceMaps() {
    return require('./compiled.cjs').sourceMaps;
  }

  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
  getAllCoverageInfoCopy() {}
}

module.exports = NodeModules;
