import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookDeliveries1763600000015 implements MigrationInterface {
  name = 'WebhookDeliveries1763600000015';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhooks.configuration (
        id uuid PRIMARY KEY,
        corporation_id uuid NOT NULL,
        type text NOT NULL CHECK (type IN ('resumen_perfil')),
        name text,
        url text NOT NULL,
        description text,
        payload_version text NOT NULL CHECK (payload_version IN ('v1', 'v2')),
        standard_headers boolean NOT NULL,
        -- An active configuration stands on one of three places, so a fourth finds none, whoever else comes at the same time.
        active_place smallint CHECK (active_place BETWEEN 1 AND 3),
        sealed_secret_key text NOT NULL,
        sealed_headers text,
        oauth jsonb,
        sealed_client_secret text,
        failures_in_row integer NOT NULL DEFAULT 0,
        failing_since timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((oauth IS NULL) = (sealed_client_secret IS NULL)),
        CHECK ((failures_in_row = 0) = (failing_since IS NULL)),
        UNIQUE (corporation_id, type, active_place)
      );
      CREATE INDEX configuration_corporation ON webhooks.configuration (corporation_id, created_at);

      CREATE TABLE webhooks.event (
        trigger_id text PRIMARY KEY,
        position bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        corporation_id uuid NOT NULL,
        doc_type text NOT NULL CHECK (doc_type IN ('RUC', 'DNI', 'CE')),
        tax_id text NOT NULL,
        purpose text NOT NULL CHECK (purpose IN ('trigger', 'test')),
        mode text NOT NULL CHECK (mode IN ('monitoring', 'query')),
        state text NOT NULL CHECK (state IN ('LOADING_PROFILE', 'DISPATCHED')),
        -- The load request whose end it waits for.
        request_id uuid NOT NULL,
        -- When the loader is to be asked for that load; null once the loader has it.
        start_due_at timestamptz,
        deadline_at timestamptz NOT NULL,
        load_state text CHECK (load_state IN ('succeeded', 'partial', 'failed')),
        correlation_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        dispatched_at timestamptz,
        CHECK ((state = 'DISPATCHED') = (dispatched_at IS NOT NULL))
      );
      CREATE UNIQUE INDEX event_one_loading ON webhooks.event (corporation_id, tax_id) WHERE state = 'LOADING_PROFILE';
      CREATE INDEX event_log ON webhooks.event (corporation_id, position);
      CREATE INDEX event_deadline ON webhooks.event (deadline_at) WHERE state = 'LOADING_PROFILE';

      -- Bytes, not jsonb: what is signed has to be what is sent, today and in a resend.
      CREATE TABLE webhooks.payload (
        trigger_id text NOT NULL REFERENCES webhooks.event,
        version text NOT NULL CHECK (version IN ('v1', 'v2')),
        -- Null once it is purged; the hash stays.
        body bytea,
        sha256 bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (trigger_id, version)
      );
      CREATE INDEX payload_kept ON webhooks.payload (created_at) WHERE body IS NOT NULL;

      -- One per configuration that was active at the trigger. It is due once there is something to send.
      CREATE TABLE webhooks.delivery (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        position bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        trigger_id text NOT NULL REFERENCES webhooks.event,
        configuration_id uuid NOT NULL REFERENCES webhooks.configuration,
        corporation_id uuid NOT NULL,
        state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED_INACTIVE')),
        payload_version text CHECK (payload_version IN ('v1', 'v2')),
        attempts integer NOT NULL DEFAULT 0,
        next_at timestamptz,
        -- Until then it belongs to the job that was pushed for it, or to the attempt that is being made.
        leased_until timestamptz,
        resend_asked boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        closed_at timestamptz,
        UNIQUE (trigger_id, configuration_id),
        CHECK ((state = 'PENDING') = (closed_at IS NULL)),
        CHECK (state = 'PENDING' OR next_at IS NULL)
      );
      CREATE INDEX delivery_due ON webhooks.delivery (configuration_id, next_at) WHERE state = 'PENDING' AND next_at IS NOT NULL;
      CREATE INDEX delivery_leased ON webhooks.delivery (configuration_id, leased_until) WHERE leased_until IS NOT NULL;
      CREATE INDEX delivery_log ON webhooks.delivery (corporation_id, position);
      CREATE INDEX delivery_of_configuration ON webhooks.delivery (configuration_id, created_at);

      CREATE TABLE webhooks.attempt (
        delivery_id uuid NOT NULL REFERENCES webhooks.delivery,
        number integer NOT NULL,
        state text NOT NULL DEFAULT 'IN_FLIGHT' CHECK (state IN ('IN_FLIGHT', 'SUCCEEDED', 'FAILED', 'INTERRUPTED')),
        is_manual boolean NOT NULL,
        -- The attempt before it was cut off: the receiver may have had this delivery already.
        possible_duplicate_of integer,
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        ended_at timestamptz,
        failure text CHECK (failure IN ('dns', 'connect', 'tls', 'timeout', 'http', 'oauth', 'address_blocked')),
        detail text,
        status integer,
        remote_address text,
        token_ms integer,
        connect_ms integer,
        first_byte_ms integer,
        total_ms integer,
        request_headers jsonb,
        response_body bytea,
        response_truncated boolean,
        PRIMARY KEY (delivery_id, number),
        CHECK ((state = 'IN_FLIGHT') = (ended_at IS NULL)),
        CHECK ((state = 'FAILED') = (failure IS NOT NULL))
      );
      CREATE INDEX attempt_started ON webhooks.attempt (started_at);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE webhooks.attempt, webhooks.delivery, webhooks.payload, webhooks.event, webhooks.configuration');
  }
}
