import { expect, it } from '@jest/globals';
import { changedFacts } from '../src/operations/datasets/changed-facts.ts';

it('changedFacts lists the facts of a taxpayer that differ, without the RUC', () => {
  const before = { ruc: '20991000012', name: 'UNO', since: '2015-06-01', resolution: null };
  expect(changedFacts(before, { ...before, since: '2026-11-02', resolution: 'R. 9' })).toEqual([
    { name: 'since', before: ['01/06/2015'], after: ['02/11/2026'] },
    { name: 'resolution', before: [], after: ['R. 9'] },
  ]);
  expect(changedFacts(before, null)).toEqual([
    { name: 'name', before: ['UNO'], after: [] },
    { name: 'since', before: ['01/06/2015'], after: [] },
  ]);
});

it('changedFacts lists of an entry only the names, documents and births that were added or removed', () => {
  const name = (text: string) => ({ text, alias: false, weak: false, order: 'unknown' });
  const entry = {
    kind: 'person',
    names: [name('UNO'), name('DOS')],
    documents: [{ type: 'passport', number: 'A1', country: 'PE' }],
    births: [{ day: '1970-05-04', from: null, to: null, approximate: false }],
    countries: ['PE'],
  };
  const after = {
    ...entry,
    names: [name('UNO'), name('TRES')],
    documents: [],
    births: [
      ...entry.births,
      { day: null, from: 1969, to: 1971, approximate: true },
      { day: null, from: 1970, to: 1970, approximate: false },
    ],
  };
  expect(changedFacts(entry, after)).toEqual([
    { name: 'names', before: ['DOS'], after: ['TRES'] },
    { name: 'documents', before: ['passport A1 (PE)'], after: [] },
    { name: 'births', before: [], after: ['1969–1971', '1970'] },
  ]);
});
