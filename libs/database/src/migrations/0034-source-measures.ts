import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What loaders measure of the sources that they ask. Each replica adds its own every few seconds; minutes are kept for two hours. */
export class SourceMeasures1763600000034 implements MigrationInterface {
  name = 'SourceMeasures1763600000034';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE profiles.source_minute (
        minute timestamptz NOT NULL,
        source text NOT NULL,
        asked integer NOT NULL,
        failed integer NOT NULL,
        timed_out integer NOT NULL,
        -- How many questions took how long, by ranges that only the loader knows.
        times integer[] NOT NULL,
        PRIMARY KEY (minute, source)
      );
      CREATE TABLE profiles.source_last_answer (
        source text PRIMARY KEY,
        answered_at timestamptz NOT NULL
      );
      CREATE TABLE profiles.source_circuit (
        source text NOT NULL,
        replica uuid NOT NULL,
        open boolean NOT NULL,
        reported_at timestamptz NOT NULL,
        PRIMARY KEY (source, replica)
      );`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE profiles.source_minute, profiles.source_last_answer, profiles.source_circuit');
  }
}
