import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * PostgreSQL writes a function of one expression into the statement that calls it, unless that expression has a query inside. The clock is read
 * by nearly every statement, and its query, which only tests need, made each call cost 0.1 ms.
 */
export class ClockWithoutACall1763600000068 implements MigrationInterface {
  name = 'ClockWithoutACall1763600000068';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION public.test_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
        RETURN now() + coalesce((SELECT ahead FROM public.test_clock), interval '0');
      CREATE OR REPLACE FUNCTION public.business_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
        RETURN CASE current_setting('vigia.test_clock', true) WHEN 'on' THEN public.test_now() ELSE now() END`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE OR REPLACE FUNCTION public.business_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
        RETURN CASE current_setting('vigia.test_clock', true)
          WHEN 'on' THEN now() + coalesce((SELECT ahead FROM public.test_clock), interval '0') ELSE now() END;
      DROP FUNCTION public.test_now`);
  }
}
