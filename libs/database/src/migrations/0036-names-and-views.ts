import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose a credential is and when it was last used, when a user was last seen, and the views that people keep. */
export class NamesAndViews1763600000036 implements MigrationInterface {
  name = 'NamesAndViews1763600000036';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Null for one that an operator made. Both times are noted once a minute at most.
      ALTER TABLE identity.credential ADD COLUMN name text, ADD COLUMN created_by uuid REFERENCES identity.panel_user,
        ADD COLUMN last_used_at timestamptz;
      ALTER TABLE identity.panel_user ADD COLUMN last_seen_at timestamptz;

      -- The search of a screen under a name.
      CREATE TABLE identity.saved_view (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        corporation_id uuid NOT NULL REFERENCES identity.corporation,
        owner_id uuid NOT NULL REFERENCES identity.panel_user,
        screen text NOT NULL,
        name text NOT NULL,
        search text NOT NULL,
        is_shared boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX saved_view_corporation ON identity.saved_view (corporation_id, created_at);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.saved_view;
      ALTER TABLE identity.panel_user DROP COLUMN last_seen_at;
      ALTER TABLE identity.credential DROP COLUMN name, DROP COLUMN created_by, DROP COLUMN last_used_at;`);
  }
}
