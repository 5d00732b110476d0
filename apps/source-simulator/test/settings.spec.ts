import { expect, it } from '@jest/globals';
import { readSettings } from '@vigia/service-kit';
import { simulatorSettings } from '../src/settings.js';

it('the settings have defaults', () => {
  expect(readSettings(simulatorSettings, {})).toEqual({ host: '127.0.0.1', port: 3990, worldSeed: 'vigia', timeScale: 1 });
});

it('the settings take their values from the environment', () => {
  const environment = {
    VIGIA_SIMULATOR_HOST: '::1',
    VIGIA_SIMULATOR_PORT: '0',
    VIGIA_SIMULATOR_SEED: 'otro',
    VIGIA_SIMULATOR_TIME_SCALE: '0.01',
  };
  expect(readSettings(simulatorSettings, environment)).toEqual({ host: '::1', port: 0, worldSeed: 'otro', timeScale: 0.01 });
});

it.each([
  ['VIGIA_SIMULATOR_TIME_SCALE', '-1'],
  ['VIGIA_SIMULATOR_TIME_SCALE', 'fast'],
  ['VIGIA_SIMULATOR_PORT', '70000'],
])('the settings refuse %s=%s by name', (name, value) => {
  expect(() => readSettings(simulatorSettings, { [name]: value })).toThrow(name);
});
