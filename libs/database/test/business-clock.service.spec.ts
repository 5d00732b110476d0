import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { openDatabase, type Database } from '../src/index.js';

describe('the business clock', () => {
  let test: TestDatabase;
  const opened: Database[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
  });

  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await test?.drop();
  });

  const open = async (testClock: boolean) => {
    const database = await openDatabase({ url: test.url, service: 'billing', testClock });
    opened.push(database);
    return database;
  };

  it('is the time of the database, inlined into statements', async () => {
    const database = await open(false);
    const plan = await database.rows<{ queryPlan: string }>(
      'EXPLAIN (VERBOSE, COSTS OFF) SELECT public.business_now(), public.lima_today()',
    );
    const written = plan.map((line) => Object.values(line)[0]).join('\n');
    expect(written).toContain('now()');
    expect(written).not.toMatch(/business_now\(|lima_today\(/);
    expect(await database.rows('SELECT public.business_now() = now() AS is_now')).toEqual([{ isNow: true }]);
  });

  it('moves ahead with the row of the test clock only for a connection that opts in', async () => {
    await test.query(`INSERT INTO public.test_clock VALUES (interval '3 days')`);
    const ahead = 'SELECT public.business_now() - now() AS ahead';
    const [[moved], [unmoved]] = [
      await (await open(true)).rows<{ ahead: { days?: number } }>(ahead),
      await (await open(false)).rows<{ ahead: { days?: number } }>(ahead),
    ];
    expect(moved!.ahead).toMatchObject({ days: 3 });
    expect(unmoved!.ahead).toEqual({});
  });
});
