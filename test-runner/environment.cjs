'use strict';

const telemetry = Symbol.for('opentelemetry.js.api.1');
const witnesses = Symbol.for('vigia.witnesses');

/** The worker's own globals, restored after each spec file. */
class WorkerGlobals {
  global = globalThis;
  #before = { console: globalThis.console, exit: Reflect.get(process, 'exit'), environment: { ...process.env } };

  async setup() {
    globalThis[witnesses] = new Set();
  }

  async teardown() {
    await this.#giveBackLivingSystem();
    const { console, exit, environment } = this.#before;
    Object.assign(globalThis, { console });
    Object.assign(process, { exit });
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    const left = Object.keys(globalThis[telemetry] ?? {}).filter((api) => api !== 'version');
    if (left.length > 0)
      throw new Error(`The spec leaves OpenTelemetry on (${left.join(', ')}): later specs of this worker would be traced.`);
  }

  /** Frees the running system that the file may have borrowed, however the file ended. */
  async #giveBackLivingSystem() {
    const { VIGIA_TEST_LIVING_SYSTEMS_URL: systems, JEST_WORKER_ID: worker } = process.env;
    if (systems) await fetch(`${systems}/${worker}`, { method: 'DELETE' });
  }

  /** A failure also says what the spec's witnesses saw, such as an open page. */
  async handleTestEvent({ name, error }) {
    if (!(name === 'test_fn_failure' || name === 'hook_failure') || !(error instanceof Error)) return;
    for (const tell of globalThis[witnesses]) {
      const seen = await tell();
      // What Jest prints begins with the message and ends with the calls.
      error.stack = error.stack.replace(error.message, () => `${error.message}\n\n${seen}`);
    }
  }

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }
}

module.exports = WorkerGlobals;
