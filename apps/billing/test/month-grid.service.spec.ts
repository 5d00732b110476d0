import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@vigia/testing';
import { calendarMonths as grid } from '../src/domain/month-grid.js';

interface DatabaseSays {
  day: string;
  month: number;
  lastDay: string;
}

describe('the calendar that the database has for its constraints', () => {
  it('is that of the domain, on every day from 1900 to 2200', async () => {
    const database = await createTestDatabase();
    const days = await database.query<DatabaseSays>(
      `SELECT day::text, billing.month_of(day) AS month, billing.last_day_of(billing.month_of(day))::text AS "lastDay"
       FROM (SELECT day::date FROM generate_series('1900-01-01'::date, '2200-12-31', '1 day') AS day) AS days`,
    );
    await database.drop();
    const different = days.filter(({ day, month, lastDay }) => month !== grid.index(day) || lastDay !== grid.lastDay(month));
    expect(different).toEqual([]);
    expect(days).toHaveLength(109_938);
  });
});
