import { expect, it } from '@jest/globals';
import { asOfPastDay } from '../src/summaries/past-day.js';

it('what is read for a past day does not wait until the day has been compared with today', async () => {
  let answer: (rows: { isAhead: boolean }[]) => void = () => {};
  const database = { rows: () => new Promise<{ isAhead: boolean }[]>((resolve) => (answer = resolve)) } as never;
  const read = (end: Date) => {
    answer([{ isAhead: false }]);
    return Promise.resolve(end);
  };
  expect(await asOfPastDay(database, '2026-05-05', read)).toEqual(new Date('2026-05-06T05:00:00Z'));
});
