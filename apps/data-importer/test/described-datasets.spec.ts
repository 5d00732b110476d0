import { expect, it } from '@jest/globals';
import { type Database, StatementError } from '@vigia/database';
import { describeDatasets } from '../src/versions/dataset-rows.js';

/** A database whose first statements fail in this way. */
function failing(...faults: Error[]): { database: Database; asked: () => number } {
  let asked = 0;
  const rows = () => {
    const fault = faults[asked];
    asked += 1;
    return fault ? Promise.reject(new StatementError('INSERT', fault)) : Promise.resolve([]);
  };
  return { database: { rows } as unknown as Database, asked: () => asked };
}

const slow = new Error('timeout exceeded when trying to connect');

it('a start waits for a database that is slow to connect, and no longer than four times', async () => {
  const busy = failing(slow, slow, slow);
  await describeDatasets(busy.database);
  expect(busy.asked()).toBe(4);
  const away = failing(slow, slow, slow, slow);
  await expect(describeDatasets(away.database)).rejects.toThrow('CONNECTION_LOST');
});

it('a start does not repeat a statement that is at fault', async () => {
  const wrong = failing(Object.assign(new Error('no such column'), { code: '42703' }));
  await expect(describeDatasets(wrong.database)).rejects.toThrow('42703');
  expect(wrong.asked()).toBe(1);
});
