import { type ApiVersion, fragmentSeparator, type LiveRow } from '@vigia/contracts';
import { type Database, sql } from '@vigia/database';
import { type AskedProfile, isLoadedAgain } from '@vigia/summaries';

/** A load that billing has opened no access for. */
interface AcceptedLoad extends Pick<LiveRow, 'docType' | 'mode' | 'withheld' | 'failedSources' | 'fragments'> {
  isUnderWay: boolean;
}

/**
 * Its entry is begun with the request, and is read by its key first, so that this takes no longer if another corporation loads the document.
 * A failure counts only without an earlier access: billing will restore that one.
 */
const text = (version: ApiVersion) => sql`
  SELECT access.doc_type, access.mode,
    coalesce((SELECT excluded_sections FROM billing.contract_in_force AS contract WHERE contract.corporation_id = $1), '{}') AS withheld,
    ${isLoadedAgain} AS is_under_way, failure.failed_sources, failure.fragments
  FROM profiles.listed_profile AS access LEFT JOIN LATERAL (
    SELECT failed.failed_sources, array_to_string(failed.fragments_${version}, '${fragmentSeparator}') AS fragments
    FROM profiles.failed_item AS failed CROSS JOIN LATERAL (
      SELECT corporation_id, state, doc_type, created_at FROM profiles.request_status AS owner WHERE owner.request_id = failed.request_id LIMIT 1) AS request
    WHERE failed.tax_id = access.tax_id AND request.corporation_id = access.corporation_id AND request.doc_type = access.doc_type
      AND request.state <> 'finished' AND NOT EXISTS (
        SELECT FROM billing.current_access AS earlier
        WHERE earlier.corporation_id = access.corporation_id AND earlier.tax_id = access.tax_id AND earlier.doc_type = access.doc_type)
    ORDER BY request.created_at DESC LIMIT 1) AS failure ON true
  WHERE access.corporation_id = $1 AND access.tax_id = $2 AND access.doc_type = ANY($3) AND access.standing = 'loading'
    AND (${isLoadedAgain} OR failure.failed_sources IS NOT NULL)
  ORDER BY is_under_way DESC, array_position($3, access.doc_type) LIMIT 1`;
const texts = { v1: text('v1'), v2: text('v2') };

/** Undefined also for a load that billing has settled. */
export async function acceptedLoad(
  database: Database,
  version: ApiVersion,
  { corporationId, taxId, docTypes }: AskedProfile,
): Promise<AcceptedLoad | undefined> {
  const [found] = await database.rows<AcceptedLoad>(texts[version], [corporationId, taxId, docTypes]);
  return found;
}
