import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BusinessClock1763600000011 implements MigrationInterface {
  name = 'BusinessClock1763600000011';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE public.test_clock (ahead interval NOT NULL);
      CREATE UNIQUE INDEX test_clock_one_row ON public.test_clock ((true));
      GRANT SELECT ON public.test_clock TO vigia_gateway, vigia_loader, vigia_billing, vigia_dispatcher;

      -- The time that contracts, accesses and months go by. Leases and deadlines go by now(): no test moves those.
      CREATE FUNCTION public.business_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
        RETURN CASE current_setting('vigia.test_clock', true)
          WHEN 'on' THEN now() + coalesce((SELECT ahead FROM public.test_clock), interval '0') ELSE now() END;
      CREATE FUNCTION public.lima_today() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
        RETURN (public.business_now() AT TIME ZONE 'America/Lima')::date;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION public.lima_today, public.business_now; DROP TABLE public.test_clock`);
  }
}
