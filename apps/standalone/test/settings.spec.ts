import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@vigia/service-kit';
import { chosenUnlessSet, namedServers, standaloneSettings, standaloneSimulatorSettings } from '../src/settings.js';

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

describe('a setting that the standalone product has chosen', () => {
  const name = 'VIGIA_JWT_KEYS';
  const settled = (environment: Record<string, string>) => chosenUnlessSet({ [name]: 'chosen' }, environment);

  it.each([
    ['holds by itself', {}, { [name]: 'chosen' }],
    ['holds against an empty variable', { [name]: '', [`${name}_FILE`]: '' }, { [name]: 'chosen' }],
    ['gives way to a variable', { [name]: 'set' }, { [name]: 'set' }],
    ['gives way to a file', { [`${name}_FILE`]: '/run/keys' }, { [`${name}_FILE`]: '/run/keys' }],
  ])('%s', (_what, environment, expected) => {
    expect(settled(environment)).toEqual(expected);
  });

  it('is left out if the dashboard is set to nothing', () => {
    expect(chosenUnlessSet({ VIGIA_DASHBOARD_DIR: 'dist' }, { VIGIA_DASHBOARD_DIR: '' })).toEqual({ VIGIA_DASHBOARD_DIR: '' });
  });
});

describe('the servers that the environment names for the standalone product', () => {
  const named = (environment: Record<string, string>) => readSettings(namedServers, environment);

  it('are none by default, and an empty variable names none', () => {
    expect(named({})).toEqual({});
    expect(named({ DATABASE_URL: '', REDIS_URL: '' })).toEqual({});
  });

  it('may be in files, and a VIGIA_BROKER_URL counts before a REDIS_URL', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-servers-'));
    const file = join(folder, 'url');
    try {
      writeFileSync(file, 'postgres://db/vigia\n');
      const environment = { DATABASE_URL_FILE: file, REDIS_URL: 'redis://r', VIGIA_BROKER_URL: 'redis://b' };
      expect(named(environment)).toEqual({ databaseUrl: 'postgres://db/vigia', brokerUrl: 'redis://b' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
