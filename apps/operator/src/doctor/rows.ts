import { mostOverdueCounted } from '@vigia/contracts';
import { sql } from '@vigia/database';
import { counted } from '../terminal.js';
import { attention, failed, fine, wrong, type Check, type Finding } from './finding.js';

const check = 'overdue rows';
const minute = 60_000;

/** Refreshes and nightly comparisons wait for room by design, as after a restore. The alert VigiaUpkeepLate has the same bound. */
const mayWait = ['refresh', 'portfolio_check', 'ledger_check'];
const mayWaitMinutes = 360;

interface Overdue {
  kind: string;
  rows: number;
  oldestAt: Date | null;
}

/** Every row that has been due for more than a minute: its service is down or stuck, unless the row may wait. */
export const checkOverdue: Check = async ({ database, now }) => {
  const read = await Promise.allSettled([
    database.rows<Overdue>(sql`SELECT kind, rows, oldest_at FROM profiles.overdue`),
    database.rows<Overdue>(sql`SELECT kind, rows, oldest_at FROM profiles.overdue_portfolio`),
    database.rows<Overdue>(sql`SELECT kind, rows, oldest_at FROM billing.overdue`),
    database.rows<Overdue>(sql`SELECT kind, rows, oldest_at FROM webhooks.overdue`),
  ]);
  const kinds = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const unread = read.flatMap((one) => (one.status === 'rejected' ? [failed(check, one.reason, 'See the migrations above.')] : []));
  const late = kinds.filter(({ rows }) => rows > 0);
  if (late.length + unread.length === 0) return [fine(check, `none of ${kinds.length} kinds`)];
  return [...unread, ...late.map((kind) => lateFinding(kind, now()))];
};

function lateFinding({ kind, rows, oldestAt }: Overdue, now: number): Finding {
  const minutes = oldestAt ? Math.round((now - oldestAt.getTime()) / minute) : 0;
  const standing = mayWait.includes(kind) && minutes <= mayWaitMinutes ? attention : wrong;
  const found = rows === mostOverdueCounted ? `${rows.toLocaleString('en')} or more` : rows;
  return standing(check, `${kind}: ${found}, the oldest for ${minutes} min`, adviceFor(kind));
}

export function adviceFor(kind: string): string {
  if (mayWait.includes(kind)) return 'This work may wait, but not for six hours: docs/runbooks/VigiaUpkeepLate.md.';
  if (kind.startsWith('task')) return 'Is profile-loader running for every source? `message queues` shows where jobs wait.';
  if (kind.startsWith('loader_event')) return 'Is billing running? `message refused` shows what it refuses.';
  if (kind === 'billing_event') return 'Is profile-loader running? `message refused` shows what it refuses.';
  if (kind === 'event_start')
    return 'Is profile-loader running? `message refused` shows what it refuses: docs/runbooks/VigiaWebhooksLate.md.';
  if (kind === 'event_deadline' || kind === 'delivery') return 'Is webhook-dispatcher running? docs/runbooks/VigiaWebhooksLate.md.';
  return 'Is billing running? Search its log for `will be repeated`: docs/runbooks/VigiaWorkLate.md.';
}

/** The findings of last night's comparisons. */
export const checkDrifts: Check = async ({ database }) => {
  const [found] = await database.rows<{ ledgers: number; entries: number }>(
    sql`SELECT (SELECT count(*)::int FROM billing.ledger_check WHERE drifts > 0) AS ledgers,
       (SELECT coalesce(sum(drifts), 0)::int FROM profiles.portfolio_check WHERE drifts > 0) AS entries`,
  );
  const { ledgers, entries } = found!;
  if (ledgers > 0) {
    const found = counted(ledgers, 'ledger has drifted', 'ledgers have drifted');
    return [wrong('drifts', found, 'Run `billing verify`, and see docs/runbooks/VigiaLedgerDrifted.md.')];
  }
  return entries > 0
    ? [
        attention(
          'drifts',
          `the nightly check corrected ${counted(entries, 'portfolio entry', 'portfolio entries')}`,
          'Run `portfolio verify`, and see docs/runbooks/VigiaPortfolioDrifted.md.',
        ),
      ]
    : [fine('drifts', 'none')];
};

/** Profiles that a changed list affects, that could not be screened again, and that no refresh has screened since. */
export const checkRescreenings: Check = async ({ database }) => {
  const lists = await database.rows<{ list: string; profiles: number }>(
    sql`SELECT list, count(*)::int AS profiles FROM profiles.rescreening_task AS task
       JOIN profiles.rescreening ON rescreening.id = task.rescreening
       CROSS JOIN LATERAL (SELECT max(answered_at) AS answered_at FROM profiles.source_answer
         WHERE (tax_id, doc_type) = (task.tax_id, task.doc_type) AND source = 'listas_compliance') AS answer
     WHERE closed_at IS NOT NULL AND NOT is_screened AND NOT is_overtaken AND coalesce(answered_at < started_at, true)
     GROUP BY list ORDER BY list`,
  );
  return lists.length === 0
    ? [fine('rescreenings', 'every affected profile was screened again')]
    : lists.map(({ list, profiles }) =>
        attention(
          'rescreenings',
          `${counted(profiles, 'profile keeps its', 'profiles keep their')} screening from before ${list} changed`,
          `Search the log of the loaders for \`profile not screened again\`, then run \`list rescreen ${list}\`.`,
        ),
      );
};
