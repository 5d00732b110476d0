import { mock } from 'node:test';

/**
 * How many elements the arrays have in the end that the work puts into maps. A group that grows in place counts each of its members once; one
 * that is replaced by a larger copy with each new member counts half the square of them.
 */
export async function elementsPutIntoMaps(work: () => unknown): Promise<number> {
  const put = mock.method(Map.prototype, 'set');
  try {
    await work();
  } finally {
    put.mock.restore();
  }
  const values = put.mock.calls.map((call): unknown => call.arguments[1]);
  return values.reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
}
