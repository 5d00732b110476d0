import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@vigia/service-kit';
import { standaloneSettings } from '../src/settings.js';

describe('the simulator of the standalone product', () => {
  const hasSimulator = (environment: Record<string, string>) => readSettings(standaloneSettings, environment).hasSimulator;

  it.each(['off', 'false', '0'])('is off with %j', (VIGIA_SIMULATOR) => {
    expect(hasSimulator({ VIGIA_SIMULATOR })).toBe(false);
  });

  it('is on by default', () => {
    expect(hasSimulator({})).toBe(true);
  });

  it('refuses any other word', () => {
    expect(() => hasSimulator({ VIGIA_SIMULATOR: 'no' })).toThrow('VIGIA_SIMULATOR must be one of');
  });
});
