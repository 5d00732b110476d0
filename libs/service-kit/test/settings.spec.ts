import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  baseSettings,
  choice,
  ConfigurationError,
  describeSettings,
  flag,
  integer,
  optional,
  parseKeyRing,
  readSettings,
  secret,
  selection,
  text,
  url,
  type SettingSpecs,
} from '../src/index.js';

const specs = {
  store: url('STORE_URL', 'where things are', ['postgres:', 'postgresql:']),
  broker: url(['BROKER_URL', 'REDIS_URL'], 'what carries', ['redis:']),
  password: secret('PASSWORD', 'what opens'),
  size: integer('SIZE', 'how many', { min: 1, max: 20 }, { default: 10 }),
  loud: flag('LOUD', 'whether to shout', { default: false }),
  level: choice('LEVEL', 'how much', ['low', 'high'], { default: 'low' }),
  fruits: selection('FRUITS', 'which ones', ['apple', 'pear', 'fig'], { default: 'apple,pear' }),
  note: optional(text('NOTE', 'anything')),
};
const least = { STORE_URL: 'postgres://db/vigia', BROKER_URL: 'redis://r', PASSWORD: 'p4ss' };

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(specs, environment);
  } catch (error) {
    return (error as ConfigurationError).problems;
  }
  return [];
}

describe('the settings of a service', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-settings-'));
    writeFileSync(join(folder, 'password'), 'from a file\n');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('have defaults', () => {
    const settings = readSettings(specs, least);
    expect(settings).toEqual({
      store: 'postgres://db/vigia',
      broker: 'redis://r',
      password: 'p4ss',
      size: 10,
      loud: false,
      level: 'low',
      fruits: ['apple', 'pear'],
      note: undefined,
    });
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it('are refused with all problems at once, each with name and purpose', () => {
    const environment = { STORE_URL: 'mysql://db', SIZE: '0', LOUD: 'yes', LEVEL: 'mid', FRUITS: 'apple,brick', PASSWORD: 'p4ss' };
    expect(problemsOf(environment)).toEqual([
      'STORE_URL must be a URL that starts with postgres:// or postgresql:// (where things are)',
      'BROKER_URL or REDIS_URL is missing (what carries)',
      'SIZE must be a whole number from 1 to 20 (how many)',
      'LOUD must be one of 1, true, on, 0, false, off (whether to shout)',
      'LEVEL must be one of low, high (how much)',
      'FRUITS must be one or more of apple, pear, fig (which ones)',
    ]);
    expect(() => readSettings(specs, environment)).toThrow(/^the configuration has 6 problems:\n {2}- STORE_URL /);
  });

  it.each(['1.5', '21', '-1', 'ten', '1e99', '1e1', '0x10', '10.0', ' '])('refuse %j as a number from 1 to 20', (SIZE) => {
    expect(problemsOf({ ...least, SIZE })).toHaveLength(1);
  });

  it.each([
    ['1', true],
    ['true', true],
    ['on', true],
    ['0', false],
    ['false', false],
    ['off', false],
  ])('read the flag %s as %s', (LOUD, expected) => {
    expect(readSettings(specs, { ...least, LOUD }).loud).toBe(expected);
  });

  it.each(['TRUE', 'yes', 'On', '2', '10'])('refuse %s as a flag', (LOUD) => {
    expect(problemsOf({ ...least, LOUD })).toHaveLength(1);
  });

  it('take the first name that is set, and treat an empty value as not set', () => {
    expect(readSettings(specs, { ...least, REDIS_URL: 'redis://second' }).broker).toBe('redis://r');
    expect(readSettings(specs, { ...least, BROKER_URL: '', REDIS_URL: 'redis://second' }).broker).toBe('redis://second');
    expect(readSettings(specs, { ...least, SIZE: '', NOTE: '' })).toMatchObject({ size: 10, note: undefined });
  });

  it('can be in a file that NAME_FILE names, but the variable itself takes precedence', () => {
    const rest = { ...least, PASSWORD: '' };
    const PASSWORD_FILE = join(folder, 'password');
    expect(readSettings(specs, { ...rest, PASSWORD_FILE }).password).toBe('from a file');
    expect(readSettings(specs, { ...least, PASSWORD_FILE }).password).toBe('p4ss');
    expect(problemsOf({ ...rest, PASSWORD_FILE: join(folder, 'nowhere') })).toEqual([
      'PASSWORD cannot be read from the file named by PASSWORD_FILE (what opens)',
    ]);
  });

  it('never show an invalid value, which may be a misplaced secret', () => {
    expect(problemsOf({ ...least, STORE_URL: 'p4ssw0rd', SIZE: 'p4ssw0rd' }).join()).not.toContain('p4ssw0rd');
  });

  it('are described without secrets, and without URLs', () => {
    const described = describeSettings(specs, readSettings(specs, { ...least, STORE_URL: 'postgres://u:s3cr3t@db/vigia' }));
    expect(described.split('\n')).toEqual([
      'STORE_URL=[hidden]',
      'BROKER_URL=[hidden]',
      'PASSWORD=[hidden]',
      'SIZE=10',
      'LOUD=false',
      'LEVEL=low',
      'FRUITS=apple,pear',
      'NOTE=(not set)',
    ]);
  });

  it('are described with the names that look like settings and are none', () => {
    const spec = integer('VIGIA_SIZE', 'how many', { min: 1, max: 20 }, { default: 10 });
    const environment = { VIGIA_SIZE_FILE: '/run/size', VIGIA_SISE: 's3cr3t', VIGIA_OTHER_FILE: '/run/other', HOME: '/root' };
    expect(describeSettings({ spec }, { spec: 12 }, environment).split('\n')).toEqual([
      'VIGIA_SIZE=12',
      '# VIGIA_OTHER_FILE is not a setting of this service',
      '# VIGIA_SISE is not a setting of this service',
    ]);
  });

  it('are described by their own words if they are objects, and are hidden without such words', () => {
    const json = { ...text('PLACES', 'where'), parse: (given: string) => JSON.parse(given) as Record<string, string> };
    const described = (spec: SettingSpecs[string]) => describeSettings({ spec }, readSettings({ spec }, { PLACES: '{"a":"s3cr3t"}' }));
    expect(described(json)).toBe('PLACES=[hidden]');
    expect(described({ ...json, parse: (given) => [JSON.parse(given)] })).toBe('PLACES=[hidden]');
    expect(described({ ...json, shown: (value: object) => Object.keys(value).join() })).toBe('PLACES=a');
    expect(describeSettings({ json }, { json: undefined as never })).toBe('PLACES=(not set)');
  });

  it('require only a database and a broker in every service', () => {
    const settings = readSettings(baseSettings, { DATABASE_URL: 'postgresql://db/vigia', REDIS_URL: 'rediss://r' });
    expect(settings).toMatchObject({ brokerUrl: 'rediss://r', port: 3000, host: '0.0.0.0', shutdownGraceMs: 20_000 });
  });
});

const encoded = (byte: number, length = 32) => Buffer.alloc(length, byte).toString('base64url');
const [old, young] = [`p1:${encoded(1)}`, `p2:${encoded(2)}`];

describe('a key ring', () => {
  it('uses the first key for new values and knows the others', () => {
    const ring = parseKeyRing(`${young}, ${old}`);
    expect(ring.current).toBe('p2');
    expect([...ring.keys]).toEqual([
      ['p2', Buffer.alloc(32, 2)],
      ['p1', Buffer.alloc(32, 1)],
    ]);
  });

  it.each([
    ['no text', '', 'must read id:base64url'],
    ['no id', encoded(1), 'must read id:base64url'],
    ['an empty entry', `${old},`, 'must read id:base64url'],
    ['a path for an id', `../p:${encoded(1)}`, 'must read id:base64url'],
    ['another alphabet', `p1:${encoded(1)}+/=`, 'must read id:base64url'],
    ['a short key', `p1:${encoded(1, 31)}`, 'key p1 must have at least 32 bytes'],
    ['one id twice', `${old},p1:${encoded(2)}`, 'two keys one id'],
  ])('is refused with %s, without its keys in the message', (_, text, message) => {
    expect(() => parseKeyRing(text)).toThrow(message);
    expect(() => parseKeyRing(text)).not.toThrow(encoded(1).slice(0, 10));
  });

  it.each([
    ['too few', encoded(1, 31)],
    ['too many', encoded(1, 33)],
  ])('is refused with %s bytes in a key, where their number is given', (_, bytes) => {
    expect(() => parseKeyRing(`k1:${bytes}`, { exactly: 32 })).toThrow('key k1 must have exactly 32 bytes');
  });
});
