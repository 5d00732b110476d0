import { VigiaError, type PayloadOf, type ReplyOf, type StatementLine } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { nothing, type Balances } from '../domain/ledger.js';
import { monthText } from '../domain/months.js';
import { balancesJson } from '../ledger/account.js';

type Asked = PayloadOf<'quota.statement'>;

const longestPage = 500;

interface Range {
  /** The line before the first one of the range, 0 if the range begins with the ledger; and its last line. */
  afterSeq: number;
  upToSeq: number;
}

type Row = Omit<StatementLine, 'seq' | 'enteredAt' | 'firstMonth' | 'lastMonth' | 'operation'> & {
  seq: string;
  enteredAt: Date;
  firstMonth: number | null;
  lastMonth: number | null;
  madeAvailable: number;
};
type Operation = StatementLine['operation'] & { id: string; actor: string | null };

/** The actor of entries from before commands named one. */
const anyClient = 'client';

/** The ledger of a contract as its corporation reads it, page by page. Entries never change, so the pages fit together. */
export async function readStatement(database: Database, asked: Asked): Promise<ReplyOf<'quota.statement'>> {
  const { contractId } = asked;
  const range = await rangeOf(database, asked);
  const afterSeq = Math.min(Math.max(asked.afterSeq ?? 0, range.afterSeq), range.upToSeq);
  const { upToSeq } = range;
  const opening = await balancesAt(database, contractId, afterSeq);
  const lines = await linesOf(database, contractId, { afterSeq, upToSeq });
  const last = lines.at(-1);
  return { opening, lines, closing: last?.after ?? opening, more: last !== undefined && last.seq < upToSeq, upToSeq };
}

/**
 * Whether a line may still be added to a day that is over. A line is entered, at the instant that it gets, under the lock of the account; so a
 * transaction that holds the lock may have entered one on that day, unless there is a line of a later day.
 */
export async function mayGrow(database: Database, { corporationId, contractId, from, to }: Asked): Promise<boolean> {
  if (from === undefined && to === undefined) return false;
  const open = await database.rows(
    sql`SELECT FROM (VALUES ($3::date), ($4::date + 1)) AS begun (day) WHERE day <= public.lima_today()
       AND EXISTS (SELECT FROM billing.contract WHERE id = $2 AND corporation_id = $1) AND NOT EXISTS (
         SELECT FROM billing.quota_entry AS later
         WHERE later.contract_id = $2 AND later.entered_at >= day::timestamp AT TIME ZONE 'America/Lima')`,
    [corporationId, contractId, from ?? null, to ?? null],
  );
  return open.length > 0;
}

/** Waits for the transaction that holds the account. A later one enters its lines later than now. */
export async function linesEntered(database: Database, contractId: string): Promise<void> {
  await database.rows(sql`SELECT FROM billing.quota_account WHERE contract_id = $1 FOR SHARE`, [contractId]);
}

/** No transaction waits this long for an account. */
const longestWait = sql`interval '10 minutes'`;

/**
 * A day begins with the first line that was entered on it or later. So successive days share no line and leave none out. Older entries have
 * the instant at which their transaction began, and one that then waited has a larger number than the entries that overtook it. So the query
 * first finds the first line by instant, and then takes the lowest number among the lines that were entered within the longest wait. A
 * direct search for the lowest number would start at the beginning of the ledger.
 */
async function rangeOf(database: Database, { corporationId, contractId, from, to, upToSeq }: Asked): Promise<Range> {
  const endOf = (firstInstant: string) => {
    const since = sql`FROM billing.quota_entry WHERE quota_entry.contract_id = contract.id AND entered_at >= ${firstInstant}`;
    const first = sql`SELECT entered_at ${since} ORDER BY entered_at LIMIT 1`;
    return sql`coalesce((SELECT min(seq) - 1 FROM (
      SELECT seq ${since} AND entered_at <= (${first}) + ${longestWait} ORDER BY entered_at OFFSET 0) AS earliest), head)`;
  };
  const [range] = await database.rows<Range>(
    sql`SELECT CASE WHEN $3::date IS NULL THEN 0 ELSE ${endOf(sql`$3::date::timestamp AT TIME ZONE 'America/Lima'`)} END::int AS after_seq,
       least(CASE WHEN $4::date IS NULL THEN head ELSE ${endOf(sql`($4::date + 1)::timestamp AT TIME ZONE 'America/Lima'`)} END, $5)::int AS up_to_seq
     FROM billing.contract LEFT JOIN billing.quota_account ON contract_id = contract.id CROSS JOIN LATERAL (SELECT coalesce(head_seq, 0)) AS ledger (head)
     WHERE contract.id = $1 AND corporation_id = $2`,
    [contractId, corporationId, from ?? null, to ?? null, upToSeq ?? null],
  );
  if (!range) throw VigiaError.of('not_found');
  return range;
}

async function balancesAt(database: Database, contractId: string, seq: number): Promise<Balances> {
  const [entry] = await database.rows<{ balances: Balances }>(
    sql`SELECT ${balancesJson} AS balances FROM billing.quota_entry WHERE contract_id = $1 AND seq = $2`,
    [contractId, seq],
  );
  return entry?.balances ?? nothing;
}

async function linesOf(database: Database, contractId: string, { afterSeq, upToSeq }: Range): Promise<StatementLine[]> {
  const rows = await database.rows<Row>(
    sql`SELECT seq, entered_at, kind, rule, months, coalesce(profiles, CASE WHEN tax_id IS NOT NULL THEN 1 END) AS profiles, first_month, last_month,
       CASE WHEN tax_id IS NOT NULL THEN jsonb_build_object('docType', doc_type, 'taxId', tax_id) END AS document,
       command_id, actor, reason, ${balancesJson} AS after, available - available_before AS made_available
     FROM billing.quota_entry WHERE contract_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4`,
    [contractId, afterSeq, upToSeq, longestPage],
  );
  const operations = await operationsOf(database, contractId, rows, afterSeq);
  return rows.map(({ seq, enteredAt, firstMonth, lastMonth, madeAvailable: months, ...line }) => {
    const operation = operations.get(line.commandId) as Operation;
    operation.monthsSoFar += months;
    const { kind, monthsSoFar, correlationId, idempotencyKey, actor } = operation;
    return {
      ...line,
      seq: Number(seq),
      enteredAt: enteredAt.toISOString(),
      firstMonth: firstMonth === null ? null : monthText(firstMonth),
      lastMonth: lastMonth === null ? null : monthText(lastMonth),
      actor: line.actor === anyClient ? (actor ?? line.actor) : line.actor,
      operation: { kind, monthsSoFar, correlationId, idempotencyKey },
    };
  });
}

/** The commands behind the lines of a page, each with the months that it had moved before the page. */
async function operationsOf(
  database: Database,
  contractId: string,
  lines: Pick<Row, 'commandId'>[],
  afterSeq: number,
): Promise<Map<string, Operation>> {
  const operations = await database.rows<Operation>(
    sql`SELECT id, actor, correlation_id, idempotency_key,
       CASE WHEN id = $1 THEN 'contract' WHEN plan ? 'endsOn' THEN 'amend' ELSE kind END AS kind,
       (SELECT coalesce(sum(available - available_before), 0)::int FROM billing.quota_entry
        WHERE command_id = id AND quota_entry.contract_id = $1 AND seq <= $3) AS months_so_far
     FROM unnest($2::uuid[]) AS asked (id) LEFT JOIN billing.quota_command USING (id)`,
    [contractId, [...new Set(lines.map(({ commandId }) => commandId))], afterSeq],
  );
  return new Map(operations.map((operation) => [operation.id, operation]));
}
