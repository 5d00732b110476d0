import { randomUUID } from 'node:crypto';
import { prerequisitesOf, sourceNames, type Document } from '@vigia/contracts';
import { LoadRow, TaskRow, type Transaction } from '@vigia/database';
import { currentCorrelationId, currentTraceParent } from '@vigia/observability';

export interface LoadDeadlines {
  taskDeadlineMs: number;
  loadDeadlineMs: number;
}

/**
 * The open load of the document, joined or newly opened. The row comes back locked, so that it cannot close before the
 * caller's item hangs on it.
 */
export async function openOrJoinLoad(tx: Transaction, document: Document, deadlines: LoadDeadlines): Promise<string> {
  for (;;) {
    const opened = await openLoad(tx, document, deadlines);
    if (opened) return opened;
    const [joined] = await tx.query<{ id: string }>(
      `SELECT id FROM profiles.load WHERE tax_id = $1 AND doc_type = $2 AND state = 'open' FOR UPDATE`,
      [document.taxId, document.docType],
    );
    // Nothing to join means that the load closed just now: open the next one.
    if (joined) return joined.id;
  }
}

async function openLoad(tx: Transaction, { docType, taxId }: Document, deadlines: LoadDeadlines): Promise<string | undefined> {
  const now = Date.now();
  const deadlineAt = new Date(now + deadlines.loadDeadlineMs);
  const { raw } = await tx.entities
    .createQueryBuilder()
    .insert()
    .into(LoadRow)
    .values({
      id: randomUUID(),
      docType,
      taxId,
      state: 'open',
      correlationId: currentCorrelationId() ?? randomUUID(),
      traceParent: currentTraceParent() ?? null,
      deadlineAt,
    })
    .orIgnore()
    .returning('id')
    .execute();
  const [load] = raw as { id: string }[];
  if (!load) return undefined;
  await tx.entities.insert(
    TaskRow,
    sourceNames.map((source) => {
      const waits = prerequisitesOf(source).length > 0;
      const taskDeadlineAt = new Date(Math.min(now + deadlines.taskDeadlineMs, deadlineAt.getTime()));
      return {
        loadId: load.id,
        source,
        state: waits ? ('waiting' as const) : ('pending' as const),
        dueAt: () => 'now()',
        deadlineAt: waits ? deadlineAt : taskDeadlineAt,
      };
    }),
  );
  return load.id;
}
