import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../src/index.js';
import { buildOf, buildSettings, shortBuild } from '../src/operations/build.js';

const commit = '6c120320639bb94e606ed594962ebb1a3170b982';
const date = '2026-11-30T23:41:02-05:00';
const build = (environment: Record<string, string>) => buildOf(readSettings(buildSettings, environment));

describe('the build that an image tells', () => {
  it.each([
    ['with its date', { VIGIA_COMMIT: commit, VIGIA_COMMIT_DATE: date }, { commit, date }, '6c120320 2026-11-30'],
    ['without it', { VIGIA_COMMIT: commit, VIGIA_COMMIT_DATE: '' }, { commit, date: 'unknown' }, '6c120320 unknown'],
    [
      'of files that have changed since',
      { VIGIA_COMMIT: `${commit}-dirty`, VIGIA_COMMIT_DATE: date },
      { commit: `${commit}-dirty`, date },
      '6c120320-dirty 2026-11-30',
    ],
  ])('is a commit %s', (_what, environment, told, short) => {
    expect(build(environment)).toEqual(told);
    expect(shortBuild(told)).toBe(short);
  });

  it('has no short form where nothing is known', () => {
    expect(shortBuild({ commit: 'unknown', date: 'unknown' })).toBeUndefined();
  });

  it('fits into the name of a connection, of which PostgreSQL keeps 63 bytes', () => {
    expect(`vigia-webhook-dispatcher ${shortBuild({ commit: `${commit}-dirty`, date })}`.length).toBeLessThan(63);
  });
});
