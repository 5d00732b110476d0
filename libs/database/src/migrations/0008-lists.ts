import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Lists1763600000008 implements MigrationInterface {
  name = 'Lists1763600000008';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;

      -- Whom profiles are screened against. A new version of a list takes the place of the old one in one transaction.
      CREATE TABLE profiles.list (
        name text PRIMARY KEY,
        version text NOT NULL,
        topic text NOT NULL CHECK (topic IN ('sancion', 'pep', 'inhabilitacion')),
        imported_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE profiles.list_entity (
        list text NOT NULL REFERENCES profiles.list ON DELETE CASCADE,
        id text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('person', 'company')),
        PRIMARY KEY (list, id)
      );

      CREATE TABLE profiles.list_name (
        list text NOT NULL,
        entity_id text NOT NULL,
        name text NOT NULL,
        normal_name text NOT NULL,
        PRIMARY KEY (list, entity_id, name),
        FOREIGN KEY (list, entity_id) REFERENCES profiles.list_entity ON DELETE CASCADE
      );
      CREATE INDEX list_name_trigrams ON profiles.list_name USING gin (normal_name gin_trgm_ops);

      CREATE TABLE profiles.list_document (
        list text NOT NULL,
        entity_id text NOT NULL,
        kind text NOT NULL,
        number text NOT NULL,
        PRIMARY KEY (list, entity_id, kind, number),
        FOREIGN KEY (list, entity_id) REFERENCES profiles.list_entity ON DELETE CASCADE
      );
      CREATE INDEX list_document_number ON profiles.list_document (number, kind);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE profiles.list_document, profiles.list_name, profiles.list_entity, profiles.list');
  }
}
