/** What specs import as `@jest/globals`: the same module for every file of a worker, bound anew to the test framework of each. */
export let describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach;

export function use(globals) {
  ({ describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach } = globals);
}
