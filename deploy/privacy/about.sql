-- psql <database> -x -v document="<number>" -f about.sql: everything that the database has about one document, with the owner's login, as the
-- answer to a person who asks for it. It changes nothing. Each list is independent. Several lists read whole tables: on a large database
-- they take minutes, so ask a replica. Run it for each number of the person; the first list finds the RUC that contains a DNI, and a CE that
-- is also kept with other small and capital letters.

SET default_transaction_read_only = on;

SELECT DISTINCT doc_type, tax_id AS number_of_the_person FROM (
  SELECT doc_type, tax_id FROM profiles.profile UNION ALL SELECT 'RUC', ruc FROM registry.taxpayer) AS known
WHERE upper(tax_id) = upper(:'document') OR length(:'document') = 8 AND tax_id LIKE '10' || :'document' || '_';

-- The profile.
SELECT doc_type, tax_id, estado, failed_sources, fragments_v2 AS profile, updated_at FROM profiles.profile WHERE tax_id = :'document';
SELECT doc_type, section, valid_from, fragment_v2 AS past_section, provenance FROM profiles.section_version
WHERE tax_id = :'document' ORDER BY doc_type, section, valid_from;
SELECT doc_type, changed_at, section, field AS changed_field, before, after, source FROM profiles.section_change
WHERE tax_id = :'document' ORDER BY id;
SELECT doc_type, source AS asked_source, outcome, source_version, observed_at, answered_at, answer, trail FROM profiles.source_answer
WHERE tax_id = :'document' ORDER BY doc_type, source;
SELECT doc_type, source, month AS cut_of_month, observed_at, cut FROM profiles.monthly_cut WHERE tax_id = :'document' ORDER BY source, month;

-- Names and documents of the profile that were compared with lists of sanctions, and the hits. Current hits are in the answer of the
-- source `listas_compliance`.
SELECT doc_type, position AS screened, role, name, documents FROM profiles.screened_subject WHERE tax_id = :'document' ORDER BY position;
SELECT doc_type, list, entity_id, asked_name, listed_name AS closed_hit, opened_in, closed_in, closed_at FROM profiles.closed_hit
WHERE tax_id = :'document' ORDER BY id;
SELECT doc_type, list, entity_id, asked_name, document, verdict, reason, decided_by, decided_at FROM profiles.hit_decision
WHERE tax_id = :'document' OR document ->> 'numero' = :'document' ORDER BY id;

-- Who asked for it, could read it and paid for it. No row says whether somebody who could read it did.
SELECT request.created_at AS requested_at, corporation.name AS corporation, actor, request.doc_type, mode, item.state, reason, idempotency_key
FROM profiles.load_item AS item JOIN profiles.load_request AS request ON request.id = request_id
  LEFT JOIN identity.corporation ON corporation.id = corporation_id
WHERE tax_id = :'document' ORDER BY request.created_at;
SELECT opened_at AS loaded_at, doc_type, purpose, estado, failed_sources, closed_at FROM profiles.load
WHERE tax_id = :'document' ORDER BY opened_at;
SELECT corporation.name AS readable_for, doc_type, opened_at, ends_at FROM billing.access_period
  LEFT JOIN identity.corporation ON corporation.id = corporation_id WHERE tax_id = :'document' ORDER BY opened_at;
SELECT corporation.name AS access_of, doc_type, state, mode, expires_at, updated_at FROM billing.access
  LEFT JOIN identity.corporation ON corporation.id = corporation_id WHERE tax_id = :'document' ORDER BY updated_at;
SELECT corporation.name AS portfolio_of, to_jsonb(entry) AS entry FROM profiles.portfolio_entry AS entry
  LEFT JOIN identity.corporation ON corporation.id = corporation_id WHERE tax_id = :'document';
SELECT corporation.name AS portfolio_of, doc_type, moved_at, from_alert, to_alert FROM profiles.portfolio_move
  LEFT JOIN identity.corporation ON corporation.id = corporation_id WHERE tax_id = :'document' ORDER BY moved_at;
SELECT corporation.name AS monitored_for, doc_type, started_on, last_month, state, cancelled_on FROM billing.monitoring
  LEFT JOIN identity.corporation ON corporation.id = corporation_id WHERE tax_id = :'document' ORDER BY started_on;
SELECT corporation.name AS ledger_of, entered_at, entry.kind, months, rule, doc_type, first_month, last_month, actor, reason
FROM billing.quota_entry AS entry JOIN billing.contract ON contract.id = contract_id
  LEFT JOIN identity.corporation ON corporation.id = corporation_id WHERE tax_id = :'document' ORDER BY entered_at;
SELECT corporation.name AS held_for, doc_type, amount, state, expires_at, resolved_at FROM billing.quota_hold
  JOIN billing.contract ON contract.id = contract_id
  LEFT JOIN identity.corporation ON corporation.id = corporation_id WHERE tax_id = :'document' ORDER BY expires_at;
SELECT corporation.name AS charged_to, doc_type, price_cents, charged_at FROM billing.platform_document
  LEFT JOIN identity.corporation ON corporation.id = corporation_id WHERE tax_id = :'document';

SELECT corporation.name AS command_of, kind, quota_command.created_at, actor, plan, outcome FROM billing.quota_command
  LEFT JOIN identity.corporation ON corporation.id = corporation_id
WHERE concat(plan, ' ', outcome) ~ ('\m' || :'document' || '\M') ORDER BY quota_command.created_at;
SELECT settled_at, actor, outcome AS settlement FROM billing.settlement WHERE outcome::text ~ ('\m' || :'document' || '\M') ORDER BY settled_at;

-- To whom it was sent by webhook. `sent_to` are the addresses of its attempts, and empty where they are not kept; `body` is the text that was
-- sent, as long as it is kept.
SELECT event.created_at AS triggered_at, corporation.name AS corporation, actor, doc_type, purpose, event.trigger_id,
  (SELECT string_agg(DISTINCT url, ' ') FROM webhooks.attempt WHERE delivery_id = delivery.id) AS sent_to, delivery.state, closed_at,
  convert_from(body, 'UTF8') AS body
FROM webhooks.event LEFT JOIN webhooks.delivery USING (trigger_id)
  LEFT JOIN webhooks.payload ON payload.trigger_id = event.trigger_id AND version = delivery.payload_version
  LEFT JOIN identity.corporation ON corporation.id = event.corporation_id
WHERE tax_id = :'document' ORDER BY event.position;

-- The person in profiles of others: representatives, partners, guarantors, parties of a dispute.
SELECT tax_id AS mentioned_in, doc_type, section, valid_from, fragment_v2 FROM profiles.section_version
WHERE tax_id <> :'document' AND fragment_v2 ~ ('\m' || :'document' || '\M') ORDER BY tax_id, section, valid_from;
SELECT tax_id AS mentioned_in, doc_type, source, observed_at, answer FROM profiles.source_answer
WHERE tax_id <> :'document' AND answer::text ~ ('\m' || :'document' || '\M') ORDER BY tax_id, source;
SELECT tax_id AS mentioned_in, doc_type, source, month, cut FROM profiles.monthly_cut
WHERE tax_id <> :'document' AND cut::text ~ ('\m' || :'document' || '\M') ORDER BY tax_id, source, month;
SELECT tax_id AS mentioned_in, doc_type, changed_at, section, field, before, after FROM profiles.section_change
WHERE tax_id <> :'document' AND concat(before, ' ', after) ~ ('\m' || :'document' || '\M') ORDER BY id;
SELECT tax_id AS screened_with, doc_type, role, name, documents FROM profiles.screened_subject
WHERE tax_id <> :'document' AND documents @> jsonb_build_array(jsonb_build_object('numero', :'document'::text)) ORDER BY tax_id, position;

-- Registers and lists, in every version that is kept.
SELECT dataset, label, taxpayer.name AS taxpayer, status, condition, taxpayer.address FROM registry.taxpayer
  JOIN registry.version ON version.id = version WHERE ruc = :'document' ORDER BY version;
SELECT dataset, label, premise.ubigeo, premise.address AS premise FROM registry.premise
  JOIN registry.version ON version.id = version WHERE ruc = :'document' ORDER BY version, line;
SELECT dataset, label, mark.name AS mark, since, resolution FROM registry.mark
  JOIN registry.version ON version.id = version WHERE ruc = :'document' ORDER BY version;
SELECT dataset, label, ruc AS member_of, doc_type, document, member.name, role, since FROM registry.member
  JOIN registry.version ON version.id = version WHERE ruc = :'document' OR document = :'document' ORDER BY version, line;
SELECT dataset, label, sanctioned.name AS sanctioned, starts_on, ends_on, resolution, authority, reason, amount, details FROM registry.sanctioned
  JOIN registry.version ON version.id = version
WHERE document = :'document' OR details::text ~ ('\m' || :'document' || '\M') ORDER BY version, line;
SELECT dataset, label, doc_type, document, facts FROM registry.fact JOIN registry.version ON version.id = version
WHERE document = :'document' OR facts::text ~ ('\m' || :'document' || '\M') ORDER BY version, line;
SELECT dataset, label, month AS traded_in, heading, country, declarations, fob, freight, insurance FROM registry.trade
  JOIN registry.version ON version.id = version WHERE ruc = :'document' ORDER BY month, version;
SELECT dataset, label, month AS declared_in, declarations FROM registry.trade_month
  JOIN registry.version ON version.id = version WHERE ruc = :'document' ORDER BY month, version;
SELECT dataset, label, entity_id AS listed, type, number, country,
  (SELECT array_agg(name ORDER BY position) FROM registry.list_name
   WHERE list_name.version = list_document.version AND list_name.entity_id = list_document.entity_id) AS names
FROM registry.list_document JOIN registry.version ON version.id = version WHERE number = :'document' ORDER BY version;
SELECT list, entity_id AS invented_entry, kind, number FROM profiles.list_document WHERE number = :'document';
SELECT dataset, label, key, change AS changed_in_register, before, after FROM registry.change JOIN registry.version ON version.id = version
WHERE concat(key, ' ', before, ' ', after) ~ ('\m' || :'document' || '\M') ORDER BY version;
SELECT dataset, label, line, reason AS rejected_for, text FROM registry.reject JOIN registry.version ON version.id = version
WHERE text ~ ('\m' || :'document' || '\M') ORDER BY reject.id;
SELECT ruc, asked_at AS put_into_an_inquiry FROM registry.inquiry WHERE ruc = :'document';

-- Acts that name the document, and saved searches.
SELECT at, actor, corporation_id, action AS act, subject, detail FROM identity.audit_entry
WHERE concat(subject, ' ', detail) ~ ('\m' || :'document' || '\M') ORDER BY position;
SELECT created_at, corporation_id, name AS saved_search, search FROM identity.saved_view WHERE search ~ ('\m' || :'document' || '\M');
