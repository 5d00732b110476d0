import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PanelUsers1763600000016 implements MigrationInterface {
  name = 'PanelUsers1763600000016';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.panel_user (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        -- An operator belongs to no corporation, everybody else to one.
        corporation_id uuid REFERENCES identity.corporation,
        -- In lower case. Who signs in gives nothing else, so it is unique on the platform.
        email text NOT NULL UNIQUE CHECK (email = lower(email)),
        name text NOT NULL,
        role text NOT NULL CHECK (role IN ('admin', 'member', 'operator')),
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deactivated')),
        -- Null until the user sets one.
        password_hash text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((role = 'operator') = (corporation_id IS NULL))
      );
      CREATE INDEX panel_user_corporation ON identity.panel_user (corporation_id, created_at);

      -- A link by which a user sets a password. The newest is the only one that counts.
      CREATE TABLE identity.password_link (
        user_id uuid PRIMARY KEY REFERENCES identity.panel_user,
        token_hash bytea NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL
      );

      -- A session that has ended has no row.
      CREATE TABLE identity.session (
        token_hash bytea PRIMARY KEY,
        id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL REFERENCES identity.panel_user,
        address text NOT NULL,
        user_agent text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX session_of_user ON identity.session (user_id);
      CREATE INDEX session_last_seen ON identity.session (last_seen_at);

      -- Written before the work, the outcome after it: what was cut off in between stands there without one.
      CREATE TABLE identity.audit_entry (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- What was tried with one that does not exist stands here as well.
        corporation_id uuid,
        -- Null for the command line of an operator.
        user_id uuid REFERENCES identity.panel_user,
        -- As they were at that time.
        actor text NOT NULL,
        address text,
        action text NOT NULL,
        subject text,
        detail jsonb NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX audit_entry_corporation ON identity.audit_entry (corporation_id, position);
      CREATE TABLE identity.audit_outcome (
        position bigint PRIMARY KEY REFERENCES identity.audit_entry,
        outcome text NOT NULL CHECK (outcome IN ('done', 'refused', 'unknown')),
        -- Why it was refused, as a code of the error catalogue.
        reason text
      );
      REVOKE UPDATE, DELETE ON identity.audit_entry, identity.audit_outcome FROM vigia_gateway;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'DROP TABLE identity.audit_outcome, identity.audit_entry, identity.session, identity.password_link, identity.panel_user',
    );
  }
}
