import { expect, it } from '@jest/globals';
import { createEmptyDatabase } from '@vigia/testing';
import { buildProgram } from '../src/program.js';

it('`migrate` makes queues in the database where no other broker is named, and says so', async () => {
  const database = await createEmptyDatabase();
  const migrated = async (broker: Record<string, string>) => {
    let said = '';
    const surroundings = {
      environment: { DATABASE_URL: database.url, ...broker },
      print: (more: string) => (said += more),
      isTerminal: false,
    };
    await buildProgram(surroundings).parseAsync(['migrate'], { from: 'user' });
    const [queues] = await database.query<{ present: boolean }>(`SELECT to_regnamespace('bullmq') IS NOT NULL AS present`);
    return [said, queues!.present];
  };
  expect(await migrated({ REDIS_URL: 'redis://127.0.0.1:1' })).toEqual([expect.stringMatching(/\nThe schema is up to date\.\n$/), false]);
  expect(await migrated({})).toEqual([expect.stringMatching(/^The schema is up to date\.\nThe queues .* in the same database: /), true]);
  await database.drop();
});
