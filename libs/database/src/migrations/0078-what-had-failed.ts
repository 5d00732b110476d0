import type { MigrationInterface, QueryRunner } from 'typeorm';

const batch = 1_000;

const meaning =
  'A document of a request whose load failed: how its sections stood when that load ended, without data, so that nothing that others knew or learn is in it.';

/**
 * Loads that failed before 0077 get the sections that their clients saw until then, if the profile has only that failure. Nobody can say how
 * any other profile stood.
 */
export class WhatHadFailed1763600000078 implements MigrationInterface {
  name = 'WhatHadFailed1763600000078';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `COMMENT ON VIEW profiles.failed_item IS '${meaning} The sections may be null where an earlier release closed the load.'`,
    );
    let last: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (last) last = ((await db.query(fill, [last])) as { id: string }[])[0]?.id;
  }

  async down(): Promise<void> {
    // What is shown stays: it is what was shown.
  }
}

/** By the key, so that the loads are read once, and each round locks its own for a moment. Answers the last one that it looked at. */
const fill = `
  WITH failed AS (
    SELECT id, tax_id, doc_type FROM profiles.load WHERE id > $1 AND estado = 'failed' AND shown_v2 IS NULL ORDER BY id LIMIT ${batch}
  ), shown AS (
    UPDATE profiles.load SET (shown_v1, shown_v2) = (
      SELECT array_agg(CASE WHEN is_data THEN name_v1 || ':null' ELSE v1 END ORDER BY place),
        array_agg(CASE WHEN is_data THEN name || ':{"statusCode":"SH50","data":{}}' ELSE v2 END ORDER BY place)
      FROM unnest(fragments_v1, fragments_v2) WITH ORDINALITY AS fragment (v1, v2, place)
        CROSS JOIN LATERAL (SELECT split_part(v1, ':', 1) AS name_v1, split_part(v2, ':', 1) AS name) AS named
        CROSS JOIN LATERAL (SELECT starts_with(v2, name || ':{"statusCode":"SH10"') AS is_data) AS read)
    FROM failed JOIN profiles.profile USING (tax_id, doc_type)
    WHERE load.id = failed.id AND profile.estado = 'failed' AND NOT EXISTS (
      SELECT FROM profiles.load AS open WHERE open.tax_id = failed.tax_id AND open.doc_type = failed.doc_type AND open.state = 'open')
  )
  SELECT id FROM failed ORDER BY id DESC LIMIT 1`;
