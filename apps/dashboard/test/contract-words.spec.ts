import { expect, it } from '@jest/globals';
import { en } from '../src/operations/contracts/words.en.ts';
import { es } from '../src/operations/contracts/words.es.ts';

it('the dialog that changes the end of a contract speaks of a quota and a statement only if it has them', () => {
  const told = (kind: 'monthly' | 'one_time') =>
    [es, en].flatMap(({ amendMeaning, amendReasonHint }) => [amendMeaning[kind], amendReasonHint[kind]]);
  const [quota, statement] = [/cuota|quota/, /estado de cuenta|statement/];
  expect(told('monthly').filter((text) => quota.test(text) || statement.test(text))).toEqual([]);
  expect(told('one_time').filter((text) => quota.test(text))).toHaveLength(4);
  expect(told('one_time').filter((text) => statement.test(text))).toHaveLength(2);
});
