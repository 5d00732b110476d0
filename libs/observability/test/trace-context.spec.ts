import { describe, expect, it } from '@jest/globals';
import { currentCorrelationId, currentTraceParent, inTrace, withCorrelationId } from '../src/index.js';

const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('a trace while tracing is off', () => {
  it('has no context to keep in a row', async () => {
    expect(currentTraceParent()).toBeUndefined();
    await inTrace(traceParent, 'work', async () => expect(currentTraceParent()).toBeUndefined());
  });

  it.each([traceParent, null, undefined, 'garbage'])('runs the work unchanged, whatever the row holds (%s)', async (kept) => {
    expect(await inTrace(kept, 'work', async () => 42)).toBe(42);
    const failure = new Error('as thrown');
    await expect(inTrace(kept, 'work', () => Promise.reject(failure))).rejects.toBe(failure);
  });
});

describe('the correlation id', () => {
  it('is set for the work of a call and nowhere else', async () => {
    expect(currentCorrelationId()).toBeUndefined();
    const seen = await Promise.all(['a', 'b'].map((id) => withCorrelationId(id, async () => currentCorrelationId())));
    expect(seen).toEqual(['a', 'b']);
    expect(currentCorrelationId()).toBeUndefined();
  });

  it('is generated where a call brings none', () => {
    expect(withCorrelationId(undefined, currentCorrelationId)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
