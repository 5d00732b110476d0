import type { MigrationInterface, QueryRunner } from 'typeorm';

const batch = 1_000;

/**
 * Ended releases called a profile failed although somebody read it or had read it, and stored months that had not begun. Later releases write
 * neither, and mended each row when it was loaded or asked about again. Now all are mended. An entry shows what its profile shows.
 */
export class RowsOfEndedReleases1763600000147 implements MigrationInterface {
  name = 'RowsOfEndedReleases1763600000147';
  // Profiles are written in pieces, each of which locks its own for a moment.
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    let last: Key | undefined = { taxId: '', docType: '' };
    while (last) last = ((await db.query(mend, [last.taxId, last.docType])) as Key[])[0];
    // Reports may be dated in another time zone, so the month of tomorrow has begun.
    await db.query(
      `DELETE FROM profiles.monthly_cut WHERE month > to_char((now() AT TIME ZONE 'America/Lima') + interval '1 day', 'YYYY-MM')`,
    );
  }

  async down(): Promise<void> {
    // What the rows said was wrong.
  }
}

interface Key {
  taxId: string;
  docType: string;
}

/** By the key, so that profiles are read once. Answers the last one that it looked at. */
const mend = `
  WITH looked AS MATERIALIZED (
    SELECT tax_id, doc_type, estado FROM profiles.profile WHERE (tax_id, doc_type) > ($1, $2) ORDER BY tax_id, doc_type LIMIT ${batch}
  ), mended AS (
    UPDATE profiles.profile SET estado = 'partial', revision = revision + 1, updated_at = now() FROM looked
    WHERE profile.tax_id = looked.tax_id AND profile.doc_type = looked.doc_type AND looked.estado = 'failed' AND profile.estado = 'failed'
      AND EXISTS (SELECT FROM billing.current_access AS access WHERE access.tax_id = looked.tax_id AND access.doc_type = looked.doc_type
        AND access.state IN ('active', 'expired'))
    RETURNING profile.tax_id, profile.doc_type
  ), shown AS (
    UPDATE profiles.portfolio_entry AS entry SET estado = 'partial', partial_since = coalesce(partial_since, now()) FROM mended
    WHERE entry.tax_id = mended.tax_id AND entry.doc_type = mended.doc_type AND entry.standing = 'active' AND entry.estado = 'failed'
  )
  SELECT tax_id AS "taxId", doc_type AS "docType" FROM looked ORDER BY tax_id DESC, doc_type DESC LIMIT 1`;
