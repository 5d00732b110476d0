'use strict';

const telemetry = Symbol.for('opentelemetry.js.api.1');

/** The worker's own globals, restored after each spec file. */
class WorkerGlobals {
  global = globalThis;
  #before = { console: globalThis.console, exit: Reflect.get(process, 'exit'), environment: { ...process.env } };

  async setup() {}

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

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }
}

module.exports = WorkerGlobals;
