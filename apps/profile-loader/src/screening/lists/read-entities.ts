import { sql, type Transaction } from '@vigia/database';
import type { ListedEntity } from '../domain/listed-entity.js';

const page = 1_000;

/** The invented lists, in which names of persons begin with the paternal family name. */
export function readInvented(tx: Transaction, list: string, after: string): Promise<ListedEntity[]> {
  return tx.rows<ListedEntity>(
    sql`SELECT id, kind, '[]'::jsonb AS births, '{}'::text[] AS countries, '{}'::text[] AS programmes, NULL AS link, NULL AS until,
       (SELECT jsonb_agg(jsonb_build_object('text', name, 'isWeak', false, 'order', 'family-first') ORDER BY name)
        FROM profiles.list_name WHERE list = $1 AND entity_id = id) AS names,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('tipo', document.kind, 'numero', number) ORDER BY document.kind, number), '[]')
        FROM profiles.list_document AS document WHERE list = $1 AND entity_id = id) AS documents
     FROM profiles.list_entity WHERE list = $1 AND id > $2 ORDER BY id LIMIT ${page}`,
    [list, after],
  );
}

/**
 * Related rows are looked up for each entity by its id. If they were aggregated for all entities and then joined, the planner would have to guess
 * how many there are. For a first list it guesses one, and aggregates all of them again for each entity.
 */
const wholeEntries = sql`SELECT id, kind, link, until_on::text AS until,
     (SELECT jsonb_agg(jsonb_build_object('text', name, 'isWeak', weak, 'order', name_order) ORDER BY position)
      FROM registry.current_list_name WHERE dataset = $1 AND entity_id = entity.id) AS names,
     (SELECT coalesce(jsonb_agg(jsonb_build_object('tipo', CASE type WHEN 'passport' THEN 'PASAPORTE' ELSE type END, 'numero', number)
        ORDER BY position), '[]')
      FROM registry.current_list_document WHERE dataset = $1 AND entity_id = entity.id) AS documents,
     (SELECT coalesce(jsonb_agg(jsonb_build_object('day', day, 'from', from_year, 'to', to_year, 'isApproximate', approximate)
        ORDER BY position), '[]')
      FROM registry.current_list_birth WHERE dataset = $1 AND entity_id = entity.id) AS births,
     (SELECT coalesce(array_agg(country ORDER BY country), '{}')
      FROM registry.current_list_country WHERE dataset = $1 AND entity_id = entity.id) AS countries,
     (SELECT coalesce(array_agg(programme ORDER BY programme), '{}')
      FROM registry.current_list_programme WHERE dataset = $1 AND entity_id = entity.id) AS programmes
   FROM registry.current_list_entity AS entity WHERE dataset = $1`;

/** The last id of each page of a registry list. */
export function lastOfPages(tx: Transaction, list: string): Promise<{ id: string }[]> {
  return tx.rows<{ id: string }>(
    sql`SELECT id FROM (
         SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS entries FROM registry.current_list_entity WHERE dataset = $1) AS entry
       WHERE place % ${page} = 0 OR place = entries ORDER BY id`,
    [list],
  );
}

/** Entries of a registry list. With both bounds the index finds them; the first thousand after one of them would be sorted out of all others. */
export function readListed(tx: Transaction, list: string, after: string, last: string): Promise<ListedEntity[]> {
  return tx.rows<ListedEntity>(sql`${wholeEntries} AND id > $2 AND id <= $3 ORDER BY id`, [list, after, last]);
}

/** Those of the entries that are still in the list. */
export function readListedAmong(tx: Transaction, list: string, ids: string[]): Promise<ListedEntity[]> {
  return tx.rows<ListedEntity>(sql`${wholeEntries} AND id = ANY($2) ORDER BY id`, [list, ids]);
}

/**
 * Sanctions of Peru, whose registers have no entry numbers. An entry is what one resolution says about one document, or about one name if
 * there is no document, so that it stays the same in the next file. If an entry has several lines, the one that lasts longest counts. If a
 * line ends before it starts, the two days were swapped: it lasts until the later one.
 */
export function readSanctioned(tx: Transaction, list: string, after: string): Promise<ListedEntity[]> {
  return tx.rows<ListedEntity>(
    sql`SELECT DISTINCT ON (id) * FROM (
         SELECT left(concat_ws(' ', CASE WHEN document ~ '^([0-9]{8}|[0-9]{11})$' THEN document ELSE name END, coalesce(resolution, starts_on::text)),
             160) COLLATE "C" AS id,
           CASE WHEN document ~ '^20[0-9]{9}$' THEN 'company' ELSE 'person' END AS kind,
           jsonb_build_array(jsonb_build_object('text', name, 'isWeak', false, 'order', 'family-first')) AS names,
           CASE WHEN document ~ '^[0-9]{11}$' THEN jsonb_build_array(jsonb_build_object('tipo', 'RUC', 'numero', document))
             WHEN document ~ '^[0-9]{8}$' THEN jsonb_build_array(jsonb_build_object('tipo', 'DNI', 'numero', document))
             ELSE '[]' END AS documents,
           '[]'::jsonb AS births, '{PE}'::text[] AS countries, array_remove(ARRAY[resolution], NULL) AS programmes, NULL AS link,
           CASE WHEN ends_on IS NOT NULL THEN greatest(starts_on, ends_on)::text END AS until
         FROM registry.current_sanctioned WHERE dataset = $1) AS entry
       WHERE id > $2 ORDER BY id, until DESC NULLS FIRST, names LIMIT ${page}`,
    [list, after],
  );
}
