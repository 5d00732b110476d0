import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const standby = fileURLToPath(new URL('standby.mjs', import.meta.url));
const patienceMs = 3_000;
const pollMs = 40;

/** The product in a process of its own, and a second process that has every package loaded and waits to take its place. */
export class Product {
  #running;
  #next;
  #environment;
  #url;

  constructor({ environment, url }) {
    this.#environment = environment;
    this.#url = url;
  }

  /** Resolves to whether what was compiled last answers. Code that fails as it starts has said why on standard error. */
  async restart({ entry, packages, inspectPort }) {
    const [next] = await Promise.all([this.#read(entry, packages), this.#running?.end()]);
    this.#running = next;
    next.tell({ inspectPort });
    const answers = await this.#answers(next);
    this.#next = this.#prepare(packages);
    return answers;
  }

  async stop() {
    await Promise.all([this.#running?.end(), this.#next?.end()]);
  }

  /** Returns the process that has read the code. */
  async #read(entry, packages) {
    const prepared = this.#next;
    this.#next = undefined;
    await prepared?.word('ready');
    // A process ends instead if a package that it loads is not installed. The list may have changed since, or the package may be there now.
    const next = prepared && !prepared.isGone ? prepared : this.#prepare(packages);
    await next.word('ready');
    next.tell(entry);
    await next.word('read');
    return next;
  }

  #prepare(packages) {
    return new Child(
      spawn(process.execPath, ['--enable-source-maps', standby, JSON.stringify(packages)], {
        env: this.#environment,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        // Ctrl-C is for the process that runs both: it ends them in order.
        detached: true,
      }),
    );
  }

  async #answers(child) {
    while (!child.isGone) {
      const answer = await fetch(`${this.#url}/health/live`).catch(() => undefined);
      if (answer?.ok) return true;
      await delay(pollMs);
    }
    return false;
  }
}

class Child {
  #said = new Set();

  constructor(process) {
    this.process = process;
    this.gone = once(process, 'exit').then(() => (this.isGone = true));
    process.on('message', (word) => this.#said.add(word));
  }

  /** Resolves as well when the process has ended without that word. */
  async word(word) {
    while (!this.isGone && !this.#said.has(word)) await Promise.race([once(this.process, 'message'), this.gone]);
  }

  /** Does nothing when the process has ended. Without a callback, Node would report that as an uncaught error. */
  tell(message) {
    this.process.send(message, () => {});
  }

  async end() {
    if (this.isGone) return;
    this.process.kill('SIGTERM');
    const late = setTimeout(() => this.process.kill('SIGKILL'), patienceMs);
    await this.gone;
    clearTimeout(late);
  }
}
