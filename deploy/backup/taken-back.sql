-- Writes the statements with which a server with an earlier state repeats every revocation that this server has made since, and gets the
-- entries of the audit record from `since` on that it does not have; take-back.sh runs them there. Running them again changes nothing. They
-- give nobody anything that the earlier state does not have, except a later role or password.

DO $$ BEGIN
  IF pg_is_in_recovery() THEN
    RAISE EXCEPTION 'this server still replays its WAL, so it does not have the newest state: wait until it is a primary';
  END IF;
END $$;

SELECT format($$UPDATE identity.credential SET status = 'revoked' WHERE status = 'active' AND access_key = ANY (%L)
  RETURNING 'credential ' || access_key || ' is revoked';$$, array_agg(access_key))
FROM identity.credential WHERE status = 'revoked' HAVING count(*) > 0;

SELECT format($$UPDATE identity.corporation SET status = 'suspended' WHERE status = 'active' AND id = ANY (%L)
  RETURNING 'corporation ' || id || ' is suspended';$$, array_agg(id))
FROM identity.corporation WHERE status = 'suspended' HAVING count(*) > 0;

SELECT format($$UPDATE identity.panel_user AS mine SET role = newest.role, password_hash = newest.password_hash,
    status = CASE newest.status WHEN 'deactivated' THEN 'deactivated' ELSE mine.status END
  FROM jsonb_to_recordset(%L) AS newest (id uuid, role text, password_hash text, status text)
  WHERE mine.id = newest.id AND (mine.role <> newest.role OR mine.password_hash IS DISTINCT FROM newest.password_hash
    OR mine.status = 'active' AND newest.status = 'deactivated')
  RETURNING 'user ' || mine.id || ' is ' || mine.role || ', ' || mine.status;$$,
  jsonb_agg(jsonb_build_object('id', id, 'role', role, 'password_hash', password_hash, 'status', status)))
FROM identity.panel_user HAVING count(*) > 0;

-- A link that was used, or replaced by another. Ended sessions cannot be told from others, so everybody signs in again.
SELECT format('DELETE FROM identity.password_link WHERE token_hash <> ALL (%L);', coalesce(array_agg(token_hash), '{}'))
FROM identity.password_link;
SELECT 'DELETE FROM identity.session;';

-- The address of a receiver, its secrets and whether it is active: a receiver that was switched off stays so, but one that was switched on
-- is not switched on here.
SELECT format($$UPDATE webhooks.configuration AS mine SET
    (name, url, description, payload_version, standard_headers, sealed_secret_key, sealed_headers, oauth, sealed_client_secret, updated_at,
      secret_number, secrets_made, other_number, sealed_other_key, other_until, secret_changed_at, secret_change_id, active_place) =
    (newest.name, newest.url, newest.description, newest.payload_version, newest.standard_headers, newest.sealed_secret_key,
      newest.sealed_headers, newest.oauth, newest.sealed_client_secret, newest.updated_at, newest.secret_number, newest.secrets_made,
      newest.other_number, newest.sealed_other_key, newest.other_until, newest.secret_changed_at, newest.secret_change_id,
      CASE WHEN newest.active_place IS NOT NULL THEN mine.active_place END)
  FROM jsonb_populate_recordset(NULL::webhooks.configuration, %L) AS newest
  WHERE mine.id = newest.id AND mine.updated_at < newest.updated_at
  RETURNING 'webhook ' || mine.id || ' is as it was last, ' || CASE WHEN mine.active_place IS NULL THEN 'off' ELSE 'on' END;$$,
  jsonb_agg(to_jsonb(configuration)))
FROM webhooks.configuration HAVING count(*) > 0;

-- The record of acts goes on after its newest entry here. An entry that the earlier state has, too, may have got its outcome since. Users
-- that were made since are gone: their entries keep the name of the actor.
SELECT 'CREATE TEMPORARY TABLE carried (position bigint) ON COMMIT DROP;';

SELECT format($$WITH newest AS (SELECT entry, outcome FROM jsonb_to_recordset(%L) AS newest (entry jsonb, outcome jsonb)),
    entries AS (
      INSERT INTO identity.audit_entry OVERRIDING SYSTEM VALUE
      SELECT mine.* FROM newest, jsonb_populate_record(NULL::identity.audit_entry, entry || jsonb_build_object('user_id',
        (SELECT id FROM identity.panel_user WHERE id = (entry ->> 'user_id')::uuid))) AS mine
      ON CONFLICT DO NOTHING RETURNING position),
    outcomes AS (
      INSERT INTO identity.audit_outcome
      SELECT mine.* FROM newest, jsonb_populate_record(NULL::identity.audit_outcome, outcome) AS mine WHERE mine.position IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING position)
  INSERT INTO carried SELECT position FROM entries UNION SELECT position FROM outcomes;$$,
  jsonb_agg(jsonb_build_object('entry', to_jsonb(audit_entry), 'outcome', to_jsonb(audit_outcome))))
FROM identity.audit_entry LEFT JOIN identity.audit_outcome USING (position)
WHERE at >= :'since' GROUP BY position / 10000 ORDER BY position / 10000;

SELECT $$DO $do$ BEGIN
  PERFORM setval('identity.audit_entry_position_seq', greatest(last_value, (SELECT max(position) FROM identity.audit_entry)))
  FROM identity.audit_entry_position_seq;
END $do$;$$;

-- The next entry says that a state was restored that has not all of what the entries before it say.
SELECT $$WITH restored AS (
    INSERT INTO identity.audit_entry (actor, action, detail)
    SELECT 'operator', 'database.restore', '{}' FROM carried HAVING count(*) > 0 RETURNING position),
  done AS (INSERT INTO identity.audit_outcome (position, outcome) SELECT position, 'done' FROM restored)
  SELECT 'the audit record has ' || count(*) || ' acts more' FROM carried HAVING count(*) > 0;$$;
