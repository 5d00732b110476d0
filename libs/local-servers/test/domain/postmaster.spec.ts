import { describe, expect, it } from '@jest/globals';
import { classifyStartFailure, identify, identifyingArguments, parsePostmasterFile } from '../../src/domain/postmaster.js';

describe('parsePostmasterFile', () => {
  const lines = ['4711', '/data/pg', '1763690000', '5432', '', '127.0.0.1', '  1234  5678'];

  it('tells a server that accepts connections from one that is starting', () => {
    expect(parsePostmasterFile([...lines, 'ready   '].join('\n'))).toEqual({
      pid: 4711,
      ready: true,
    });
    expect(parsePostmasterFile([...lines, 'starting'].join('\n'))).toEqual({
      pid: 4711,
      ready: false,
    });
    expect(parsePostmasterFile(lines.join('\n'))).toEqual({ pid: 4711, ready: false });
  });

  it('reads nothing from an empty file', () => {
    expect(parsePostmasterFile('')).toBeUndefined();
  });
});

describe('identify', () => {
  const commandLine = ['/opt/bin/postgres', ...identifyingArguments('/data/vigía 1/pg', 99), '-c', 'port=5432'].join(' ');

  it('recognises our server on this directory and the process that started it', () => {
    expect(identify(commandLine, '/data/vigía 1/pg', true)).toEqual({ kind: 'ours', starterPid: 99 });
    expect(identify(commandLine, '/data/vigía 1/pg', undefined)).toEqual({ kind: 'ours', starterPid: 99 });
  });

  it.each(['/data/vigía 1/pg2', '/data/vigía 1'])('takes no server on another directory for one on %s', (dataDir) => {
    expect(identify(commandLine, dataDir, false)).toEqual({ kind: 'unrelated' });
    expect(identify(commandLine, dataDir, undefined)).toEqual({ kind: 'unknown' });
  });

  it.each([
    ['/usr/lib/postgresql/18/bin/postgres -D /data/vigía 1/pg', true],
    ['/usr/lib/postgresql/18/bin/postgres -D /data/vigía 1/pg', undefined],
    ['postgres', true],
  ])('does not take a server on this directory for ours if another program started it: %s (works there: %s)', (other, worksThere) => {
    expect(identify(other, '/data/vigía 1/pg', worksThere)).toEqual({ kind: 'other-postgres' });
  });

  it('recognises any other program with the same process id', () => {
    for (const worksThere of [true, false, undefined]) {
      expect(identify('node dist/main.js', '/data/vigía 1/pg', worksThere)).toEqual({ kind: 'unrelated' });
    }
    expect(identify('tail -f /var/log/postgres.log', '/data/vigía 1/pg', false)).toEqual({ kind: 'unrelated' });
  });
});

describe('classifyStartFailure', () => {
  it.each([
    ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', 'port-taken'],
    ['FATAL:  lock file "postmaster.pid" already exists', 'still-occupied'],
    ['FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use', 'still-occupied'],
    ['FATAL:  unrecognized configuration parameter "colour"', 'other'],
  ])('%s → %s', (log, expected) => {
    expect(classifyStartFailure(log)).toBe(expected);
  });
});
