import { afterEach, describe, expect, it } from '@jest/globals';
import { baseSettings, readSettings } from '../src/index.js';

const { testClock, failpoint } = baseSettings;

describe('settings for tests only', () => {
  const { NODE_ENV } = process.env;

  afterEach(() => {
    process.env.NODE_ENV = NODE_ENV;
  });

  it.each([
    ['production', undefined, false],
    ['production', '0', false],
    ['development', undefined, false],
    ['development', '1', true],
  ])('in %s turn the test clock on, with the value %s: %s', (environment, value, on) => {
    process.env.NODE_ENV = environment;
    expect(readSettings({ testClock }, { VIGIA_TEST_CLOCK: value })).toEqual({ testClock: on });
  });

  it('are refused in production', () => {
    process.env.NODE_ENV = 'production';
    const asked = () => readSettings({ testClock, failpoint }, { VIGIA_TEST_CLOCK: '1', VIGIA_FAILPOINT: 'quota.reserve.sent' });
    expect(asked).toThrow(/VIGIA_TEST_CLOCK is for tests[^]*VIGIA_FAILPOINT is for tests/);
    expect(readSettings({ failpoint }, {})).toEqual({ failpoint: undefined });
  });
});
