import { randomUUID } from 'node:crypto';
import type { ContractKind, Refused, StartLoads, StartReprocess } from '@vigia/contracts';
import { isDeadlock, isLockTimeout, sql, type Database, type LoadItemRow, type LoadRequestRow, type Transaction } from '@vigia/database';
import { currentCorrelationId } from '@vigia/observability';
import { beginEntries } from '../portfolio/entries.js';

/** Billing did not reply. It may still have set quota aside. */
export interface BillingUnavailable {
  reason: 'billing_unavailable';
}

export interface Begun {
  /** The same request was accepted before. */
  isAccepted: boolean;
  kind: ContractKind | null;
  /** The day in Lima on which it was accepted, whose contract and price apply. */
  today: string;
  /** Why a corporation without a contract today is refused. */
  refusal: Refused<'contract_not_active'> | undefined;
}

/** The situation of a new request: whether it was accepted before, and today's contract. */
export async function beginOf(database: Database, { requestId, corporationId }: StartLoads | StartReprocess): Promise<Begun> {
  const [row] = await database.rows<Omit<Begun, 'refusal'> & { endedOn: string | null; beginsOn: string | null }>(
    sql`SELECT EXISTS (SELECT FROM profiles.load_request WHERE id = $2) AS is_accepted, kind, public.lima_today() AS today, ended_on, begins_on
     FROM (VALUES ($1::uuid)) AS asked (corporation_id)
       LEFT JOIN billing.contract_in_force USING (corporation_id) LEFT JOIN billing.contract_gap USING (corporation_id)`,
    [corporationId, requestId],
  );
  const { isAccepted, kind, today, endedOn, beginsOn } = row!;
  return { isAccepted, kind, today, refusal: kind ? undefined : { reason: 'contract_not_active', endedOn, beginsOn } };
}

type Request = Pick<LoadRequestRow, 'docType' | 'mode' | 'state' | 'openItems' | 'monthsIgnored'> & { acceptedOn: string };

/**
 * Writes a request, unless the same one was accepted meanwhile. If billing may have set quota aside for it, billing refuses other requests for
 * these documents until it gives that up. Then a transaction that did nothing because of a lock is run a second time.
 */
export async function writeRequest(
  database: Database,
  command: StartLoads | StartReprocess,
  { mayHoldQuota, ...request }: Request & { mayHoldQuota: boolean },
  writeItems: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const write = () =>
    database.transaction(async (tx) => {
      if (await insertRequest(tx, command, request)) await writeItems(tx);
    });
  try {
    await write();
  } catch (error) {
    if (!mayHoldQuota || !(isLockTimeout(error) || isDeadlock(error))) throw error;
    await write();
  }
}

async function insertRequest(tx: Transaction, command: StartLoads | StartReprocess, request: Request): Promise<boolean> {
  const inserted = await tx.rows(
    sql`INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, months, state, open_items, finished_at, notice_to,
       correlation_id, actor, idempotency_key, accepted_on, months_ignored)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $6 = 'finished' THEN now() END, $8, $9, $10, $11, $12, $13)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      command.requestId,
      command.corporationId,
      request.docType,
      request.mode,
      command.months ?? null,
      request.state,
      request.openItems,
      command.noticeTo ?? null,
      currentCorrelationId() ?? randomUUID(),
      command.origin.actor,
      command.origin.idempotencyKey ?? null,
      request.acceptedOn,
      command.months === undefined ? null : request.monthsIgnored,
    ],
  );
  return inserted.length > 0;
}

export type Item = Pick<LoadItemRow, 'requestId' | 'taxId' | 'state' | 'reason' | 'refusal' | 'loadId' | 'joins'>;

const inserted = sql`
  INSERT INTO profiles.load_item (request_id, tax_id, state, reason, refusal, load_id, joins)
  SELECT "requestId", "taxId", state, reason, refusal, "loadId", joins FROM jsonb_to_recordset($1::jsonb)
    AS item ("requestId" uuid, "taxId" text, state text, reason text, refusal jsonb, "loadId" uuid, joins boolean)`;

export function insertItems(tx: Transaction, items: Item[]): void {
  tx.send(inserted, [JSON.stringify(items)]);
}

/** Inserts the admitted items and what the portfolio shows of them. */
export function insertAdmitted(tx: Transaction, items: Item[], { corporationId, docType, mode }: StartLoads, admitted: string[]): void {
  if (admitted.length === 0) return insertItems(tx, items);
  const documents = admitted.map((taxId) => ({ docType, taxId }));
  tx.send(sql`WITH begun AS (${beginEntries('$2::uuid', '$3', '$4')}) ${inserted}`, [
    JSON.stringify(items),
    corporationId,
    mode,
    JSON.stringify(documents),
  ]);
}
