import { sql, taxIdsIn, type Transaction } from '@vigia/database';
import { clock } from '../ledger/account.js';
import { overSince } from './end-of-monitoring.js';
import { forgotten, type Opening } from './pending-accesses.js';

const queryAccessMs = 48 * 3_600_000;

/** When an access ends that starts now and costs no months; null if it has no end of its own. */
export function accessEndsAt(mode: Opening['mode'], now: Date): Date | null {
  return mode === 'query' ? new Date(now.getTime() + queryAccessMs) : null;
}

interface Activation extends Opening {
  corporationId: string;
  /** May be in the past: then the access is expired from the start. */
  endsAt: Date | null;
  withheldSections: string[];
}

/**
 * The new periods begin at one moment, and `ended` ends earlier ones at the same. While the transaction waited for its locks, another one may
 * have opened a period, so the start of the transaction would be too early. A period that ended before it was opened is empty, but its
 * summary can be read as of that moment.
 */
const activate = (ended: string) => sql`
  WITH moment AS MATERIALIZED (SELECT ${clock} AS at), activated AS (
    UPDATE billing.access SET state = CASE WHEN $2 <= at THEN 'expired' ELSE 'active' END, mode = $5, request_id = $6,
      expires_at = $2, withheld_sections = $3, ${forgotten}, updated_at = now()
    FROM moment, jsonb_to_recordset($4::jsonb) AS document ("docType" text, "taxId" text)
    WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND tax_id = ${taxIdsIn('$4')}
    RETURNING corporation_id, tax_id, doc_type, expires_at)${ended}
  INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, opened_at, ends_at, request_id)
  SELECT corporation_id, tax_id, doc_type, at, CASE WHEN expires_at < at THEN at ELSE expires_at END, $6 FROM activated, moment`;

const valuesOf = ({ corporationId, endsAt, withheldSections, documents, mode, requestId }: Activation) => [
  corporationId,
  endsAt,
  withheldSections,
  JSON.stringify(documents),
  mode,
  requestId,
];

export function activateAccesses(tx: Transaction, activation: Activation): void {
  tx.send(activate(''), valuesOf(activation));
}

/**
 * A query may have more time left than the monitoring that replaces it. Its period ends here, so that nothing can be read after both have
 * ended. The period of monitoring that was over before ends when that was.
 */
const replace = activate(sql`, ended AS (
  UPDATE billing.access_period AS access SET ends_at = CASE WHEN ends_at IS NULL THEN ${overSince} ELSE at END
  FROM moment, jsonb_to_recordset($4::jsonb) AS document ("docType" text, "taxId" text)
  WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND (ends_at IS NULL OR ends_at > at)
    AND tax_id = ${taxIdsIn('$4')})`);

export function replaceAccesses(tx: Transaction, activation: Activation): void {
  tx.send(replace, valuesOf(activation));
}
