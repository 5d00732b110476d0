import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocType, FailureClass } from '@vigia/contracts';

/** One attempt to deliver, recorded before it is made. */
@Entity({ schema: 'webhooks', name: 'attempt' })
export class AttemptRow {
  @PrimaryColumn('uuid', { name: 'delivery_id' }) deliveryId: string;
  @PrimaryColumn('int') number: number;
  @Column('text') state: 'IN_FLIGHT' | 'SUCCEEDED' | 'FAILED' | 'INTERRUPTED';
  @Column('boolean', { name: 'is_manual' }) isManual: boolean;
  @Column('int', { name: 'possible_duplicate_of', nullable: true }) possibleDuplicateOf: number | null;
  @Column('timestamptz', { name: 'started_at' }) startedAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('text', { nullable: true }) failure: FailureClass | null;
  @Column('text', { nullable: true }) detail: string | null;
  @Column('int', { nullable: true }) status: number | null;
  @Column('text', { name: 'remote_address', nullable: true }) remoteAddress: string | null;
  @Column('int', { name: 'token_ms', nullable: true }) tokenMs: number | null;
  @Column('int', { name: 'connect_ms', nullable: true }) connectMs: number | null;
  @Column('int', { name: 'first_byte_ms', nullable: true }) firstByteMs: number | null;
  @Column('int', { name: 'total_ms', nullable: true }) totalMs: number | null;
  @Column('jsonb', { name: 'request_headers', nullable: true }) requestHeaders: unknown;
  @Column('bytea', { name: 'response_body', nullable: true }) responseBody: Buffer | null;
  @Column('boolean', { name: 'response_truncated', nullable: true }) responseTruncated: boolean | null;
  @Column('int', { name: 'signed_by', array: true, nullable: true }) signedBy: number[] | null;
  @Column('text', { nullable: true }) url: string | null;
}

/** A receiver of webhooks. Its secrets are sealed. */
@Entity({ schema: 'webhooks', name: 'configuration' })
export class ConfigurationRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('text') type: 'resumen_perfil';
  @Column('text', { nullable: true }) name: string | null;
  @Column('text') url: string;
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { name: 'payload_version' }) payloadVersion: 'v1' | 'v2';
  @Column('boolean', { name: 'standard_headers' }) standardHeaders: boolean;
  @Column('smallint', { name: 'active_place', nullable: true }) activePlace: number | null;
  @Column('text', { name: 'sealed_secret_key' }) sealedSecretKey: string;
  @Column('text', { name: 'sealed_headers', nullable: true }) sealedHeaders: string | null;
  @Column('jsonb', { nullable: true }) oauth: unknown;
  @Column('text', { name: 'sealed_client_secret', nullable: true }) sealedClientSecret: string | null;
  @Column('int', { name: 'failures_in_row' }) failuresInRow: number;
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('int', { name: 'secret_number' }) secretNumber: number;
  @Column('int', { name: 'secrets_made' }) secretsMade: number;
  @Column('int', { name: 'other_number', nullable: true }) otherNumber: number | null;
  @Column('text', { name: 'sealed_other_key', nullable: true }) sealedOtherKey: string | null;
  @Column('timestamptz', { name: 'other_until', nullable: true }) otherUntil: Date | null;
  @Column('timestamptz', { name: 'secret_changed_at', nullable: true }) secretChangedAt: Date | null;
  @Column('uuid', { name: 'secret_change_id', nullable: true }) secretChangeId: string | null;
}

/** One event on its way to one receiver. */
@Entity({ schema: 'webhooks', name: 'delivery' })
export class DeliveryRow {
  @PrimaryColumn('uuid') id: string;
  @Column('bigint') position: string;
  @Column('text', { name: 'trigger_id' }) triggerId: string;
  @Column('uuid', { name: 'configuration_id' }) configurationId: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('text') state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED_INACTIVE';
  @Column('text', { name: 'payload_version', nullable: true }) payloadVersion: 'v1' | 'v2' | null;
  @Column('int') attempts: number;
  @Column('timestamptz', { name: 'next_at', nullable: true }) nextAt: Date | null;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
  @Column('boolean', { name: 'resend_asked' }) resendAsked: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt: Date | null;
  @Column('int', { name: 'last_status', nullable: true }) lastStatus: number | null;
  @Column('text', { name: 'last_failure', nullable: true }) lastFailure: FailureClass | null;
  @Column('text', { name: 'state_before_resend', nullable: true }) stateBeforeResend: 'SUCCEEDED' | 'FAILED' | 'SKIPPED_INACTIVE' | null;
}

/** A trigger that was accepted, or a test. */
@Entity({ schema: 'webhooks', name: 'event' })
export class EventRow {
  @PrimaryColumn('text', { name: 'trigger_id' }) triggerId: string;
  @Column('bigint') position: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('text', { name: 'doc_type' }) docType: DocType;
  @Column('text', { name: 'tax_id' }) taxId: string;
  @Column('text') purpose: 'trigger' | 'test';
  @Column('text') mode: 'monitoring' | 'query';
  @Column('text') state: 'LOADING_PROFILE' | 'DISPATCHED';
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('timestamptz', { name: 'start_due_at', nullable: true }) startDueAt: Date | null;
  @Column('timestamptz', { name: 'deadline_at' }) deadlineAt: Date;
  @Column('text', { name: 'load_state', nullable: true }) loadState: 'succeeded' | 'partial' | 'failed' | null;
  @Column('text', { name: 'correlation_id' }) correlationId: string;
  @Column('text', { name: 'trace_parent', nullable: true }) traceParent: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'dispatched_at', nullable: true }) dispatchedAt: Date | null;
  @Column('text', { nullable: true }) actor: string | null;
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey: string | null;
}

/** The body of an event in one version, exactly as it is sent. */
@Entity({ schema: 'webhooks', name: 'payload' })
export class PayloadRow {
  @PrimaryColumn('text', { name: 'trigger_id' }) triggerId: string;
  @PrimaryColumn('text') version: 'v1' | 'v2';
  @Column('bytea', { nullable: true }) body: Buffer | null;
  @Column('bytea') sha256: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}

/** A configuration that keeps failing, until it recovers or is switched off. */
@Entity({ schema: 'webhooks', name: 'warning' })
export class WarningRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'configuration_id' }) configurationId: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('text') cause: 'ten_in_a_row' | 'an_hour';
  @Column('timestamptz', { name: 'failing_since' }) failingSince: Date;
  @Column('timestamptz', { name: 'raised_at' }) raisedAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('text', { name: 'ended_as', nullable: true }) endedAs: 'recovered' | 'switched_off' | null;
}

export const webhookEntities = [AttemptRow, ConfigurationRow, DeliveryRow, EventRow, PayloadRow, WarningRow];
