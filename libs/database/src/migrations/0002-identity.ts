import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Identity1763600000002 implements MigrationInterface {
  name = 'Identity1763600000002';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.corporation (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'suspended')),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE identity.credential (
        access_key text PRIMARY KEY,
        corporation_id uuid NOT NULL REFERENCES identity.corporation,
        secret_hash bytea NOT NULL,
        pepper_id text NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'revoked')),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX credential_corporation ON identity.credential (corporation_id);

      -- Limits may be forgotten in a crash of the database, so they skip the write-ahead log.
      CREATE UNLOGGED TABLE identity.rate_bucket (
        key text PRIMARY KEY,
        tokens double precision NOT NULL,
        refilled_at timestamptz NOT NULL
      );
      CREATE UNLOGGED TABLE identity.failed_attempts (
        key text PRIMARY KEY,
        failures integer NOT NULL,
        last_failed_at timestamptz NOT NULL
      );

      -- Takes up to the wanted number of tokens out of a bucket that fills at a rate per second up to a burst.
      CREATE FUNCTION identity.take_tokens(bucket text, rate double precision, burst double precision, wanted integer)
      RETURNS TABLE (granted integer, remaining double precision) LANGUAGE plpgsql AS $$
      DECLARE
        available double precision;
      BEGIN
        INSERT INTO identity.rate_bucket VALUES (bucket, burst, clock_timestamp()) ON CONFLICT DO NOTHING;
        SELECT least(burst, tokens + rate * greatest(0, extract(epoch FROM clock_timestamp() - refilled_at))) INTO available
          FROM identity.rate_bucket WHERE key = bucket FOR UPDATE;
        granted := least(wanted, floor(available)::integer);
        remaining := available - granted;
        UPDATE identity.rate_bucket SET tokens = remaining, refilled_at = clock_timestamp() WHERE key = bucket;
        RETURN NEXT;
      END $$;
      CREATE INDEX rate_bucket_refilled ON identity.rate_bucket (refilled_at);
      CREATE INDEX failed_attempts_last ON identity.failed_attempts (last_failed_at);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'DROP FUNCTION identity.take_tokens; DROP TABLE identity.failed_attempts, identity.rate_bucket, identity.credential, identity.corporation',
    );
  }
}
