import { startOfLimaDay } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';

const mostTaxpayers = 100;
const answerHoldsDays = 30;
/** How long a file may be in progress. Afterwards its taxpayers are in line again, after those who were never asked about. */
const questionHoldsDays = 7;

interface NextTaxpayers {
  rucs: string[];
  /** How many more could be asked about now. */
  waiting: number;
  /** The number of this file on its day. */
  number: number;
}

/**
 * The next taxpayers among all with a profile on the platform, recorded as asked about. First come those without any question or answer,
 * then those with the oldest question or answer: a number that never gets an answer goes to the end of the line each time.
 */
export async function nextTaxpayers(tx: Transaction, dataset: string, today: string, actor: string): Promise<NextTaxpayers> {
  // Two files that are made at the same time contain different taxpayers.
  await tx.rows(sql`SELECT FROM registry.dataset WHERE name = $1 FOR UPDATE`, [dataset]);
  const line = await tx.rows<{ ruc: string; inLine: number }>(
    sql`SELECT tax_id AS ruc, (count(*) OVER ())::int AS in_line
        FROM profiles.known_document
          LEFT JOIN registry.inquiry ON inquiry.ruc = tax_id
          LEFT JOIN (
            SELECT document, max(coalesce((facts->>'publicado')::date, published_on)) AS answered_on
            FROM registry.current_fact WHERE dataset = $1 GROUP BY document) AS answer ON document = tax_id
        WHERE doc_type = 'RUC' AND (asked_at IS NULL OR asked_at <= now() - $2::int * interval '1 day')
          AND (answered_on IS NULL OR answered_on <= $3::date - $4::int)
        ORDER BY greatest(asked_at, answered_on) NULLS FIRST, tax_id LIMIT $5`,
    [dataset, questionHoldsDays, today, answerHoldsDays, mostTaxpayers],
  );
  const rucs = line.map(({ ruc }) => ruc);
  const [made] = await tx.rows<{ files: number }>(
    sql`SELECT count(DISTINCT asked_at)::int AS files FROM registry.inquiry WHERE asked_at >= $1`,
    [startOfLimaDay(today)],
  );
  await tx.rows(
    sql`INSERT INTO registry.inquiry (ruc, asked_at, asked_by) SELECT ruc, now(), $2 FROM unnest($1::text[]) AS ruc
        ON CONFLICT (ruc) DO UPDATE SET asked_at = excluded.asked_at, asked_by = excluded.asked_by`,
    [rucs, actor],
  );
  return { rucs, waiting: (line[0]?.inLine ?? 0) - rucs.length, number: made!.files + 1 };
}
