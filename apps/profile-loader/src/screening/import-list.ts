import { sql, type Database } from '@vigia/database';
import type { NameKind } from '@vigia/names';
import type { Hit } from '../sources/listas_compliance/listas_compliance.js';
import type { IdentityDocument } from './domain/subjects.js';

interface InventedEntity {
  id: string;
  kind: NameKind;
  /** The usual name comes first. The names of a person begin with the paternal family name. */
  names: readonly string[];
  documents: readonly IdentityDocument[];
}

export interface InventedList {
  name: string;
  version: string;
  topic: Hit['tema'];
  entities: readonly InventedEntity[];
}

/**
 * Replaces the version of a list in one transaction, so that a screening sees either the old or the new one. Importing the same version
 * again changes nothing, even if several processes do it at once.
 */
export function importList(database: Database, { name, version, topic, entities }: InventedList): Promise<boolean> {
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
    const names = entities.flatMap(({ id, names: own }) => own.map((text) => ({ id, text })));
    await tx.rows(
      sql`INSERT INTO profiles.list_name (list, entity_id, name)
       SELECT $1, id, text FROM jsonb_to_recordset($2::jsonb) AS entity (id text, text text)`,
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
