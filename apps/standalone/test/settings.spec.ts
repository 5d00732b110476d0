import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@vigia/service-kit';
import { standaloneSettings, standaloneSimulatorSettings } from '../src/settings.js';

describe('the simulator of the standalone product', () => {
  const hasSimulator = (environment: Record<string, string>) => readSettings(standaloneSettings, environment).hasSimulator;

  it.each(['off', 'false', '0'])('is off with %j', (VIGIA_SIMULATOR) => {
    expect(hasSimulator({ VIGIA_SIMULATOR })).toBe(false);
  });

  it('is on by default', () => {
    expect(hasSimulator({})).toBe(true);
  });

  it('listens on a free port, and takes all its settings from the environment', () => {
    const read = (environment: Record<string, string>) => readSettings(standaloneSimulatorSettings, environment);
    expect(read({})).toEqual({ host: '127.0.0.1', port: 0, worldSeed: 'vigia', timeScale: 1 });
    expect(read({ VIGIA_SIMULATOR_HOST: '127.0.0.2', VIGIA_SIMULATOR_SEED: 'otra' })).toMatchObject({
      host: '127.0.0.2',
      worldSeed: 'otra',
    });
  });

  it('refuses any other word', () => {
    expect(() => hasSimulator({ VIGIA_SIMULATOR: 'no' })).toThrow('VIGIA_SIMULATOR must be one of');
  });
});
