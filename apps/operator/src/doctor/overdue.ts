import { sql } from '@vigia/database';
import { fine, wrong, type Check } from './finding.js';

const check = 'overdue rows';
const minute = 60_000;

interface Overdue {
  kind: string;
  rows: number;
  oldestAt: Date | null;
}

/** Every row that has been due for more than a minute: its service is down or stuck. */
export const checkOverdue: Check = async ({ database, now }) => {
  const kinds = await database.rows<Overdue>(
    sql`SELECT kind, rows, oldest_at FROM profiles.overdue UNION ALL SELECT kind, rows, oldest_at FROM billing.overdue
     UNION ALL SELECT kind, rows, oldest_at FROM webhooks.overdue`,
  );
  const late = kinds.filter(({ rows }) => rows > 0);
  if (late.length === 0) return [fine(check, `none of ${kinds.length} kinds`)];
  return late.map(({ kind, rows, oldestAt }) => {
    const minutes = oldestAt ? Math.round((now() - oldestAt.getTime()) / minute) : 0;
    return wrong(check, `${kind}: ${rows}, the oldest for ${minutes} min`, adviceFor(kind));
  });
};

function adviceFor(kind: string): string {
  if (kind === 'refresh' || kind.startsWith('task'))
    return 'Is profile-loader running for every source? `message queues` shows where jobs wait.';
  if (kind.startsWith('loader_event')) return 'Are billing and webhook-dispatcher running? `message refused` shows what they refuse.';
  if (kind.startsWith('event') || kind === 'delivery') return 'Is webhook-dispatcher running? docs/runbooks/VigiaWebhooksLate.md.';
  return 'Is billing running? Search its log for `will be repeated`, which it writes when something fails.';
}
