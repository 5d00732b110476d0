import { expect, it } from '@jest/globals';
import { screeningLists } from '@vigia/contracts';
import { datasets } from '../src/datasets/datasets.js';

it('every list that can be imported has a meaning of its own, and no other list but the invented ones', () => {
  const importable = datasets.filter(({ kind }) => kind === 'list' || kind === 'sanctioned').map(({ name }) => name);
  const named = Object.keys(screeningLists).filter((name) => !/^[A-Z]+-INVENTAD[AO]S$/.test(name));
  expect(named.toSorted()).toEqual(importable.toSorted());
});
