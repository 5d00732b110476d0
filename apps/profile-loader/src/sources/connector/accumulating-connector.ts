import { limaDay, type Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { monthOf, monthsBefore, newest } from '../../domain/periods.js';
import type { Origin, SourceAnswer, SourceConnector } from '../../domain/source-answer.js';
import { latestMonth } from '../days-ahead.js';
import type { AccumulatingSource } from '../providers/provider-file.js';

interface Cut {
  periodo: string;
}

/** The list of an answer that has one line per month. */
const listOf: Record<AccumulatingSource, string> = { deuda_coactiva: 'cortes', trabajadores: 'periodos' };

/** A section shows the newest month, and six and twelve months before it. */
const shownMonths = 12;

/**
 * For providers that report the current state and no earlier months. This keeps their report for each month, and every answer is the union
 * of the reports that a section can show. A month without a question or with a failure stays a gap: it never becomes a month without debt.
 */
export class AccumulatingConnector implements SourceConnector {
  constructor(
    private readonly connector: SourceConnector,
    private readonly database: Database,
    private readonly source: AccumulatingSource,
  ) {}

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const answer = await this.connector.ask(document, signal);
    if (answer.outcome !== 'data' && answer.outcome !== 'empty') return answer;
    const list = listOf[this.source];
    const told = answer.outcome === 'data' ? (answer.data as Record<string, Cut[]>)[list]! : [];
    if (answer.outcome === 'empty' && this.source === 'deuda_coactiva') await this.noteNoDebt(document, answer);
    const cuts = await this.keep(document, told, answer);
    return cuts.length === 0 ? answer : { ...answer, outcome: 'data', data: { [list]: cuts } };
  }

  /**
   * The taxpayer was reported as a debtor and no longer owes: this month has no debt in collection, and an earlier debt is not the latest.
   * An answer that is dated ahead says nothing about the month in which it would then become the latest.
   */
  private async noteNoDebt({ docType, taxId }: Document, { sourceVersion, observedAt }: Origin): Promise<void> {
    const periodo = monthOf(limaDay(new Date(observedAt)));
    if (periodo > latestMonth(limaDay(new Date()))) return;
    await this.database.rows(
      sql`INSERT INTO profiles.monthly_cut AS kept (tax_id, doc_type, source, month, cut, source_version, observed_at)
       SELECT $1, $2, $3, $4, $5::jsonb, $6, $7::timestamptz
       WHERE EXISTS (SELECT FROM profiles.monthly_cut WHERE tax_id = $1 AND doc_type = $2 AND source = $3)
       ON CONFLICT (tax_id, doc_type, source, month) DO UPDATE
         SET cut = excluded.cut, source_version = excluded.source_version, observed_at = excluded.observed_at`,
      [taxId, docType, this.source, periodo, JSON.stringify({ periodo, deudas: [] }), sourceVersion, observedAt],
    );
  }

  /**
   * If a month is reported again, the last report counts. A month that has not begun is not stored: its report is wrong, and the mapping
   * leaves it out of the answer that states it.
   */
  private async keep({ docType, taxId }: Document, told: Cut[], { sourceVersion, observedAt }: Origin): Promise<Cut[]> {
    const latest = latestMonth(limaDay(new Date()));
    const kept = await this.database.rows<{ cut: Cut }>(
      sql`WITH given AS (
         SELECT cut->>'periodo' AS month, cut FROM jsonb_array_elements($4::jsonb) AS given (cut)
       ), noted AS (
         INSERT INTO profiles.monthly_cut AS kept (tax_id, doc_type, source, month, cut, source_version, observed_at)
         SELECT $1, $2, $3, month, cut, $5, $6::timestamptz FROM given WHERE month <= $7 ORDER BY month
         ON CONFLICT (tax_id, doc_type, source, month) DO UPDATE
           SET cut = excluded.cut, source_version = excluded.source_version, observed_at = excluded.observed_at
       )
       SELECT cut FROM (
         SELECT month, cut FROM given
         UNION ALL
         SELECT month, cut FROM profiles.monthly_cut
         WHERE tax_id = $1 AND doc_type = $2 AND source = $3 AND month <= $7 AND month NOT IN (SELECT month FROM given)) AS cuts
       ORDER BY month`,
      [taxId, docType, this.source, JSON.stringify(told), sourceVersion, observedAt, latest],
    );
    return withoutOldest(
      kept.map(({ cut }) => cut),
      told,
      latest,
    );
  }
}

/** An answer must not grow with each month. What the provider has told just now is left to the mapping. */
function withoutOldest(cuts: Cut[], told: Cut[], latest: string): Cut[] {
  const last = newest(cuts.map(({ periodo }) => periodo).filter((month) => month <= latest));
  if (last === null) return cuts;
  const first = monthsBefore(last, shownMonths);
  return cuts.filter(({ periodo }) => periodo >= first || told.some((cut) => cut.periodo === periodo));
}
