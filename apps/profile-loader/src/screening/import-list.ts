import { sql, type Database } from '@vigia/database';
import type { Hit } from '../sources/listas_compliance/raw-answer.js';
import { nameTokens } from './domain/name-tokens.js';
import type { IdentityDocument } from './domain/subjects.js';

export interface ListedEntity {
  id: string;
  kind: 'person' | 'company';
  /** The first is how it is usually called; names of a person begin with the paternal family name. */
  names: readonly string[];
  documents: readonly IdentityDocument[];
}

export interface ListVersion {
  name: string;
  version: string;
  topic: Hit['tema'];
  entities: readonly ListedEntity[];
}

/**
 * Puts a version of a list in the place of the one before, in one transaction: a screening sees the one or the other. The
 * same version again changes nothing, also when several processes bring it at once.
 */
export function importList(database: Database, { name, version, topic, entities }: ListVersion): Promise<boolean> {
  return database.transaction(async (tx) => {
    const changed = await tx.rows(
      sql`INSERT INTO profiles.list (name, version, topic) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, topic = excluded.topic, imported_at = now()
       WHERE list.version <> excluded.version RETURNING name`,
      [name, version, topic],
    );
    if (changed.length === 0) return false;
    await tx.rows(sql`DELETE FROM profiles.list_entity WHERE list = $1`, [name]);
    await tx.rows(
      sql`INSERT INTO profiles.list_entity (list, id, kind) SELECT $1, id, kind FROM jsonb_to_recordset($2::jsonb) AS entity (id text, kind text)`,
      [name, JSON.stringify(entities.map(({ id, kind }) => ({ id, kind })))],
    );
    const names = entities.flatMap(({ id, names: own }) => own.map((text) => ({ id, text, normal: nameTokens(text).text })));
    await tx.rows(
      sql`INSERT INTO profiles.list_name (list, entity_id, name, normal_name)
       SELECT $1, id, text, normal FROM jsonb_to_recordset($2::jsonb) AS entity (id text, text text, normal text)`,
      [name, JSON.stringify(names)],
    );
    const documents = entities.flatMap(({ id, documents: own }) => own.map(({ tipo, numero }) => ({ id, tipo, numero })));
    await tx.rows(
      sql`INSERT INTO profiles.list_document (list, entity_id, kind, number)
       SELECT $1, id, tipo, numero FROM jsonb_to_recordset($2::jsonb) AS entity (id text, tipo text, numero text)`,
      [name, JSON.stringify(documents)],
    );
    return true;
  });
}
