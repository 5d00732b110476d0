-- psql <newest> -v moment="<moment>" -f decided.sql: what people did and operators decided after a moment, according to a server with the
-- newest state. Each list is independent: if its table is gone, it fails, and the next one follows.

SELECT at, actor, corporation_id, action, coalesce(subject, made) AS subject, detail, coalesce(outcome, 'unknown') AS outcome
FROM identity.audit_entry LEFT JOIN identity.audit_outcome USING (position)
WHERE at > :'moment' AND outcome IS DISTINCT FROM 'refused' ORDER BY position;

SELECT created_at AS at, id AS made_corporation, name FROM identity.corporation WHERE created_at > :'moment' ORDER BY created_at;

-- With the current end.
SELECT created_at AS at, created_by AS actor, corporation_id, id AS made_contract, kind, starts_on, ends_on, quota_months, document_price_cents, excluded_sections
FROM billing.contract WHERE created_at > :'moment' ORDER BY created_at;

-- Months that were given or taken, ends that were moved, and profiles that are monitored again, whoever asked for that.
SELECT created_at AS at, actor, corporation_id, contract_id, kind, plan, outcome, (
  SELECT array_agg(doc_type || ' ' || tax_id ORDER BY tax_id) FROM billing.access_period WHERE access_period.request_id = quota_command.id) AS documents
FROM billing.quota_command WHERE created_at > :'moment' AND (kind = 'activate' OR kind = 'adjust' AND actor LIKE 'operator%')
  AND outcome IS NOT NULL AND outcome ->> 'outcome' IS DISTINCT FROM 'refused' ORDER BY created_at;

-- If the restored server has a pause that is missing here, it was ended meanwhile. The end of a pause of a data set leaves no row.
SELECT paused_at AS at, paused_by AS actor, source AS paused_source, reason FROM profiles.source_pause ORDER BY paused_at;
SELECT ended_at AS at, ended_by AS actor, source AS resumed_source, reason FROM profiles.ended_pause WHERE ended_at > :'moment' ORDER BY ended_at;
SELECT paused_at AS at, paused_by AS actor, name AS paused_dataset, pause_reason AS reason FROM registry.dataset WHERE paused_at IS NOT NULL ORDER BY paused_at;

SELECT decided_at AS at, decided_by AS actor, doc_type, tax_id, list, entity_id, verdict, reason
FROM profiles.hit_decision WHERE decided_at > :'moment' ORDER BY id;

-- Without a version in force: the data set was retired.
SELECT switch.switched_at AS at, switch.switched_by AS actor, switch.dataset, label AS in_force, is_rollback, switch.reason, accept_reason, files
FROM registry.switch LEFT JOIN registry.version ON version.id = to_version
WHERE switch.switched_at > :'moment' AND switch.switched_by <> 'schedule' ORDER BY switch.id;
