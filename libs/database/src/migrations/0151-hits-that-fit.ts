import type { MigrationInterface, QueryRunner } from 'typeorm';

const length = `jsonb_array_length(answer->'coincidencias')`;
const counted = `${length}::smallint`;
const fitting = `least(${length}, 32767)::smallint`;

/** A profile with more hits than a smallint holds had no entry, nor had the others that were written by the same statement. */
export class HitsThatFit1763600000151 implements MigrationInterface {
  name = 'HitsThatFit1763600000151';

  async up(db: QueryRunner): Promise<void> {
    await db.query(sourceWith(counted, fitting));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(sourceWith(fitting, counted));
  }
}

/** Two migrations have written this function, the later one on top of the other. */
function sourceWith(before: string, after: string): string {
  return `DO $do$ BEGIN
    EXECUTE replace(pg_get_functiondef('profiles.portfolio_source(uuid, text, text)'::regprocedure), $before$${before}$before$, $after$${after}$after$);
  END $do$`;
}
