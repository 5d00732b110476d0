import { describe, expect, it } from '@jest/globals';
import { notAccepted, problemsOf, type Measured } from '../src/importing/domain/guards.js';
import { shownProblems, type Problem } from '../src/importing/domain/problems.js';

const inForce = { lines: 100_000, rows: 100_000, parser: 2, publishedOn: '2026-11-19', isDayOfImport: false, problems: [] };
const usual: Measured = {
  kind: 'taxpayers',
  lines: 100_500,
  rows: 100_500,
  parser: 2,
  rejected: 0,
  leftOut: 0,
  contradictions: [],
  cutLines: 0,
  unknown: 0,
  unreadColumns: [],
  lackingColumns: [],
  publishedOn: '2026-11-20',
  today: '2026-11-20',
  added: 600,
  removed: 100,
  changed: 900,
  isSame: false,
  registersLacking: [],
  previous: inForce,
};
const codes = (more: Partial<Measured>) => problemsOf({ ...usual, ...more }).map(({ code }) => code);

describe('a version', () => {
  it('comes into force when nothing is unusual', () => expect(codes({})).toEqual([]));

  it.each<[string, Partial<Measured>]>([
    ['empty', { rows: 0, previous: undefined }],
    ['cut_line', { cutLines: 1 }],
    ['rejects', { rejected: 101 }],
    ['rejects', { lines: 15, rows: 1, rejected: 14, previous: { ...inForce, lines: 15, rows: 15 } }],
    ['rejects', { lines: 8, rows: 8, leftOut: 9, previous: undefined }],
    ['manifest', { contradictions: ['its manifest counts 2 lines, and it has 3'] }],
    ['unknown', { unknown: 503 }],
    ['header', { unreadColumns: ['nueva'] }],
    ['ahead', { publishedOn: '2026-11-23' }],
    ['older', { publishedOn: '2026-11-18' }],
    ['fewer', { lines: 98_999 }],
    ['more', { lines: 105_001 }],
    ['more', { lines: 100_000_001, rows: 900, previous: { ...inForce, rows: 900 } }],
    ['more', { kind: 'trade', lines: 3_000_001, previous: undefined }],
    ['more', { kind: 'marks', lines: 1_000_001 }],
    ['changed', { changed: 15_001 }],
    ['fewer', { kind: 'facts', lines: 1, rows: 1, removed: 1, registersLacking: ['REDJUM'], previous: { ...inForce, lines: 1, rows: 1 } }],
    ['fewer', { kind: 'list', removed: 5_001 }],
    ['fewer', { kind: 'list', removed: 50, previous: { ...inForce, rows: 990 } }],
    ['fewer', { kind: 'sanctioned', removed: 21, previous: { ...inForce, rows: 100 } }],
    ['fewer', { kind: 'facts', rows: 12, removed: 888, previous: { ...inForce, rows: 900 } }],
    ['fewer', { kind: 'rates', rows: 9, removed: 0, changed: 11, previous: { ...inForce, rows: 20 } }],
    ['fewer', { kind: 'sanctioned', parser: 3, rows: 79, removed: 21, previous: { ...inForce, rows: 100 } }],
    ['fewer', { kind: 'premises', lines: 94_999 }],
    ['fewer', { kind: 'facts', rows: 79, previous: undefined, beside: { part: '2026-09-01', rows: 100 } }],
  ])('is refused as %s: %j', (code, more) => expect(codes(more)).toEqual([code]));

  it.each<[string, Partial<Measured>]>([
    ['a few rejected lines of a small file', { lines: 40, rows: 20, rejected: 20, unknown: 20, previous: undefined }],
    ['as many lines left out by its maker as it has', { lines: 8, rows: 8, leftOut: 8, previous: undefined }],
    [
      'any share of changes after a version of less than a thousand rows',
      { lines: 5, rows: 5, changed: 5, previous: { ...inForce, rows: 999 } },
    ],
    ['twenty entries less in a short list', { kind: 'list', removed: 20, changed: 70, previous: { ...inForce, rows: 100 } }],
    ['half the entries less in a very short list', { kind: 'list', rows: 50, removed: 99, previous: { ...inForce, rows: 99 } }],
    ['half the rows less, and the others edited', { kind: 'facts', rows: 450, removed: 900, previous: { ...inForce, rows: 900 } }],
    ['any rows less after a version of less than twenty', { kind: 'facts', rows: 1, removed: 19, previous: { ...inForce, rows: 19 } }],
    ['any changes in a list that an earlier release read in another way', { kind: 'list', parser: 3, changed: 90_000 }],
    ['other content of as many entries in such a register', { kind: 'sanctioned', parser: 3, rows: 100_000, removed: 90_000 }],
    ['any rows less among as many lines of premises', { kind: 'premises', rows: 10, removed: 99_990 }],
    ['a fifth less than the month beside it', { kind: 'facts', rows: 80, previous: undefined, beside: { part: '2026-09-01', rows: 100 } }],
    [
      'any rows less than a month of less than twenty',
      { kind: 'facts', rows: 1, previous: undefined, beside: { part: '2026-09-01', rows: 19 } },
    ],
    ['a day that is two days ahead', { publishedOn: '2026-11-22' }],
    ['an older day than one that was ahead when it was accepted', { previous: { ...inForce, publishedOn: '2027-11-19' } }],
    ['an older day than that of an import', { publishedOn: '2026-11-18', previous: { ...inForce, isDayOfImport: true } }],
    ['an older day and the content in force', { publishedOn: '2026-11-18', isSame: true }],
    ['many new entries in a list', { kind: 'list', lines: 300_000, added: 200_000 }],
  ])('comes into force with %s', (_, more) => expect(codes(more)).toEqual([]));

  it('with an unread column comes into force after a version in which it was accepted, and not with another one', () => {
    const after = (problems: Problem[], unreadColumns: string[], lackingColumns: string[] = []) =>
      notAccepted(problemsOf({ ...usual, unreadColumns, lackingColumns }), { ...inForce, problems }).map(({ code }) => code);
    const accepted = problemsOf({ ...usual, unreadColumns: ['otra', 'nueva'], lackingColumns: ['vieja'] });
    expect(after(accepted, ['nueva', 'otra'], ['vieja'])).toEqual([]);
    expect(after(accepted, ['nueva'])).toEqual([]);
    expect(after(accepted, ['nueva', 'distinta'])).toEqual(['header']);
    expect(after(accepted, ['nueva'], ['vieja', 'monto'])).toEqual(['header']);
    expect(after([], ['nueva', 'otra'])).toEqual(['header', 'header']);
    const many = Array.from({ length: 12 }, (_, i) => `${'larga '.repeat(7)}${i + 10}`);
    expect(after(problemsOf({ ...usual, unreadColumns: many }), many)).toEqual([]);
    expect(after(problemsOf({ ...usual, unreadColumns: many }), [...many.slice(0, 11), `${many[11]}0`])).toEqual(['header']);
    const fewer = problemsOf({ ...usual, lines: 98_999 });
    expect(notAccepted(fewer, { ...inForce, problems: fewer })).toEqual(fewer);
  });

  it('with an unread column says what it lacks, because the column may be another one with a new title', () => {
    const detail = (more: Partial<Measured>) => shownProblems(problemsOf({ ...usual, ...more })).map((problem) => problem.detail);
    expect(detail({ unreadColumns: ['importe'], lackingColumns: ['monto'] })).toEqual([
      'it has columns that are not read: importe, and lacks: monto',
    ]);
    expect(detail({ lackingColumns: ['monto'] })).toEqual([]);
    const many = Array.from({ length: 12 }, (_, i) => `c${i + 10}`);
    expect(detail({ unreadColumns: many })).toEqual([`it has columns that are not read: ${many.slice(0, 10).join(', ')} and 2 more`]);
  });
});
