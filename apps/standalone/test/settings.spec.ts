import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@vigia/service-kit';
import { standaloneSettings } from '../src/settings.js';

describe('the simulator of the standalone product', () => {
  const hasSimulator = (environment: Record<string, string>) => readSettings(standaloneSettings, environment).hasSimulator;

  it.each(['off', 'false', '0'])('is left out by %j', (VIGIA_SIMULATOR) => {
    expect(hasSimulator({ VIGIA_SIMULATOR })).toBe(false);
  });

  it('runs where nothing is said of it', () => {
    expect(hasSimulator({})).toBe(true);
  });

  it('does not run on a word that may mean the opposite', () => {
    expect(() => hasSimulator({ VIGIA_SIMULATOR: 'no' })).toThrow('VIGIA_SIMULATOR must be one of');
  });
});
