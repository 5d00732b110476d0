import { waitUntil, type TestDatabase } from '@vigia/testing';

/** The text that PostgreSQL makes of such a refusal quotes the whole row. */
const each = (tables: string, change: string) => `
  DO $$ DECLARE one regclass; BEGIN
    FOR one IN SELECT oid::regclass FROM pg_class
      WHERE format('%s.%s', relnamespace::regnamespace, relname) LIKE '${tables}' AND relkind IN ('r', 'p') AND NOT relispartition
    LOOP EXECUTE format('ALTER TABLE %s ${change}', one); END LOOP;
  END $$`;

/** While `work` goes on, no row can be written to the tables whose names are like this. */
export async function whileRefused(database: TestDatabase, tables: string, work: () => Promise<unknown>): Promise<void> {
  // A statement that is under way may win a deadlock.
  const alter = (change: string) =>
    waitUntil(async () => (await database.query(each(tables, change)), true), { what: `${tables} are altered: ${change}` });
  await alter('ADD CONSTRAINT refused CHECK (false) NOT VALID');
  try {
    await work();
  } finally {
    await alter('DROP CONSTRAINT refused');
  }
}
