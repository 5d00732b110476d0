import { VigiaError, type PayloadOf, type ReplyOf, type StatementLine } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import type { DataSource } from 'typeorm';
import { nothing, type Balances } from '../domain/ledger.js';
import { monthText } from '../domain/month-grid.js';
import { balancesJson } from '../quota/balances-json.js';

const longestPage = 500;

type Row = Omit<StatementLine, 'seq' | 'enteredAt' | 'firstMonth' | 'lastMonth'> & {
  seq: string;
  enteredAt: Date;
  firstMonth: number | null;
  lastMonth: number | null;
  before: Balances;
};

/** The ledger of a contract as its corporation reads it, page by page. */
export async function readStatement(
  database: DataSource,
  { corporationId, contractId, afterSeq = 0 }: PayloadOf<'quota.statement'>,
): Promise<ReplyOf<'quota.statement'>> {
  const owned = await rowsOf(database, 'SELECT 1 FROM billing.contract WHERE id = $1 AND corporation_id = $2', [contractId, corporationId]);
  if (owned.length === 0) throw VigiaError.of('not_found');
  const rows = await rowsOf<Row>(
    database,
    `SELECT seq, entered_at AS "enteredAt", kind, rule, months, profiles, first_month AS "firstMonth", last_month AS "lastMonth",
       CASE WHEN tax_id IS NOT NULL THEN jsonb_build_object('docType', doc_type, 'taxId', tax_id) END AS document,
       command_id AS "commandId", actor, reason,
       jsonb_build_object('granted', granted_before, 'available', available_before, 'held', held_before, 'consumed', consumed_before) AS before,
       ${balancesJson} AS after
     FROM billing.quota_entry WHERE contract_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    [contractId, afterSeq, longestPage + 1],
  );
  const page = rows.slice(0, longestPage);
  const opening = page[0]?.before ?? nothing;
  return { opening, lines: page.map(toLine), closing: page.at(-1)?.after ?? opening, more: rows.length > page.length };
}

function toLine({ before: _, seq, enteredAt, firstMonth, lastMonth, ...line }: Row): StatementLine {
  return {
    ...line,
    seq: Number(seq),
    enteredAt: enteredAt.toISOString(),
    firstMonth: firstMonth === null ? null : monthText(firstMonth),
    lastMonth: lastMonth === null ? null : monthText(lastMonth),
  };
}
