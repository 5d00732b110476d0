import { describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import { BrokerUnavailableError } from '@vigia/messaging';
import { isDoneInTime, untilAnswered, withinLockPatience } from '../src/lock-patience.js';

describe('a scene with a lock', () => {
  const failing = (error: Error) => {
    const seen = { scenes: 0 };
    const played = withinLockPatience(async () => {
      if ((seen.scenes += 1) < 3) throw error;
      return `scene ${seen.scenes}`;
    });
    return { seen, played };
  };

  it.each([VigiaError.of('unavailable'), new BrokerUnavailableError()])(
    'is repeated while the service cannot do the work, and has the result of the last time: %s',
    async (error) => {
      expect(await failing(error).played).toBe('scene 3');
    },
  );

  it.each([VigiaError.of('internal', { correlationId: 'prueba' }), VigiaError.of('billing_unavailable'), new Error('a broken test')])(
    'is not repeated after another error: %s',
    async (error) => {
      const { seen, played } = failing(error);
      await expect(played).rejects.toMatchObject({ cause: error });
      expect(seen.scenes).toBe(1);
    },
  );

  it('is not needed for a question that may be asked twice, whose refusal is an answer', async () => {
    let asked = 0;
    const refusal = VigiaError.of('not_found');
    const ask = () => Promise.reject((asked += 1) < 3 ? VigiaError.of('unavailable') : refusal);
    await expect(untilAnswered(ask)).rejects.toBe(refusal);
    expect(asked).toBe(3);
    expect(await untilAnswered(() => Promise.resolve(7))).toBe(7);
  });

  it('may have no result', async () => {
    expect(await withinLockPatience(() => Promise.resolve())).toBeUndefined();
    expect(await isDoneInTime(Promise.resolve())).toBe(true);
  });
});
