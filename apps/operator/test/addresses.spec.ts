import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigurationError } from '@vigia/service-kit';
import { addressesOf, NoSystemError } from '../src/running-system.js';

describe('the lookup of the database and the broker', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-operator-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function found(environment: Record<string, string> = {}) {
    return addressesOf({ environment: { VIGIA_HOME: folder, ...environment }, print: () => {}, isTerminal: false });
  }

  it('takes the URLs from the environment, with the database as broker only where no Redis is named', () => {
    const databaseUrl = 'postgres://db';
    expect(found({ DATABASE_URL: databaseUrl, REDIS_URL: 'redis://r' })).toEqual({ databaseUrl, brokerUrl: 'redis://r' });
    expect(found({ DATABASE_URL: databaseUrl })).toEqual({ databaseUrl, brokerUrl: databaseUrl });
    expect(found({ VIGIA_BROKER_URL: 'redis://v', REDIS_URL: 'redis://r' })).toEqual({ brokerUrl: 'redis://v' });
    expect(() => found({ DATABASE_URL: 'nonsense' })).toThrow(ConfigurationError);
  });

  it('falls back to connection.json in VIGIA_HOME, and fails without that file', () => {
    expect(() => found()).toThrow(NoSystemError);
    writeFileSync(join(folder, 'connection.json'), '{"databaseUrl":"postgres://a","brokerUrl":"postgres://b"}');
    expect(found()).toEqual({ databaseUrl: 'postgres://a', brokerUrl: 'postgres://b' });
    expect(found({ REDIS_URL: 'redis://r' })).toEqual({ brokerUrl: 'redis://r' });
  });

  it('looks into .vigia where VIGIA_HOME is empty', () => {
    mkdirSync(join(folder, '.vigia'));
    writeFileSync(join(folder, '.vigia', 'connection.json'), '{"brokerUrl":"postgres://b"}');
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(found({ VIGIA_HOME: '' })).toEqual({ brokerUrl: 'postgres://b' });
    } finally {
      process.chdir(before);
    }
  });

  it('fails when connection.json is damaged', () => {
    writeFileSync(join(folder, 'connection.json'), '{"databaseUrl":');
    expect(() => found()).toThrow(/connection\.json cannot be read/);
  });
});
