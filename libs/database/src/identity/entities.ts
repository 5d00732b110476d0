import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A change by a person, recorded before it is carried out. */
@Entity({ schema: 'identity', name: 'audit_entry' })
export class AuditEntryRow {
  @PrimaryColumn('bigint') position: string;
  @Column('uuid', { name: 'corporation_id', nullable: true }) corporationId: string | null;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('text') actor: string;
  @Column('text', { nullable: true }) address: string | null;
  @Column('text') action: string;
  @Column('text', { nullable: true }) subject: string | null;
  @Column('jsonb') detail: unknown;
  @Column('timestamptz') at: Date;
  @Column('text', { name: 'correlation_id', nullable: true }) correlationId: string | null;
}

/** The outcome of an audit entry. */
@Entity({ schema: 'identity', name: 'audit_outcome' })
export class AuditOutcomeRow {
  @PrimaryColumn('bigint') position: string;
  @Column('text') outcome: 'done' | 'refused' | 'unknown';
  @Column('text', { nullable: true }) reason: string | null;
  /** The id of what the act made. */
  @Column('text', { nullable: true }) made: string | null;
}

/** A client of the platform. */
@Entity({ schema: 'identity', name: 'corporation' })
export class CorporationRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') status: 'active' | 'suspended';
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}

/** The key pair by which programs of a corporation authenticate. */
@Entity({ schema: 'identity', name: 'credential' })
export class CredentialRow {
  @PrimaryColumn('text', { name: 'access_key' }) accessKey: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  /** Keyed hash: the secret itself is shown once and not stored. */
  @Column('bytea', { name: 'secret_hash' }) secretHash: Buffer;
  @Column('text', { name: 'pepper_id' }) pepperId: string;
  @Column('text') status: 'active' | 'revoked';
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('text', { nullable: true }) name: string | null;
  @Column('uuid', { name: 'created_by', nullable: true }) createdBy: string | null;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt: Date | null;
}

/** How often authentication failed. The key says who tried, and from where. */
@Entity({ schema: 'identity', name: 'failed_attempts' })
export class FailedAttemptsRow {
  @PrimaryColumn('text') key: string;
  @Column('int') failures: number;
  @Column('timestamptz', { name: 'last_failed_at' }) lastFailedAt: Date;
}

/** A call with an idempotency key, and its answer once there is one. */
@Entity({ schema: 'identity', name: 'idempotency_key' })
export class IdempotencyKeyRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @PrimaryColumn('text') key: string;
  @Column('bytea') fingerprint: Buffer;
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('int', { nullable: true }) status: number | null;
  @Column('text', { nullable: true }) body: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('text', { nullable: true }) code: string | null;
}

/** A person who signs in. */
@Entity({ schema: 'identity', name: 'panel_user' })
export class PanelUserRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'corporation_id', nullable: true }) corporationId: string | null;
  @Column('text') email: string;
  @Column('text') name: string;
  @Column('text') role: 'admin' | 'analyst' | 'member' | 'operator';
  @Column('text') status: 'active' | 'deactivated';
  @Column('text', { name: 'password_hash', nullable: true }) passwordHash: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'last_seen_at', nullable: true }) lastSeenAt: Date | null;
}

/** The one link by which a person may choose a password. */
@Entity({ schema: 'identity', name: 'password_link' })
export class PasswordLinkRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) userId: string;
  @Column('bytea', { name: 'token_hash' }) tokenHash: Buffer;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}

/** The tokens left in a rate limit at its last refill. */
@Entity({ schema: 'identity', name: 'rate_bucket' })
export class RateBucketRow {
  @PrimaryColumn('text') key: string;
  @Column('double precision') tokens: number;
  @Column('timestamptz', { name: 'refilled_at' }) refilledAt: Date;
}

/** A search on a screen, saved under a name. */
@Entity({ schema: 'identity', name: 'saved_view' })
export class SavedViewRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text') screen: string;
  @Column('text') name: string;
  @Column('text') search: string;
  @Column('boolean', { name: 'is_shared' }) isShared: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}

/** A sign-in of a person, until it ends. */
@Entity({ schema: 'identity', name: 'session' })
export class SessionRow {
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash: Buffer;
  @Column('uuid') id: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') address: string;
  @Column('text', { name: 'user_agent' }) userAgent: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'last_seen_at' }) lastSeenAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}

export const identityEntities = [
  AuditEntryRow,
  AuditOutcomeRow,
  CorporationRow,
  CredentialRow,
  FailedAttemptsRow,
  IdempotencyKeyRow,
  PanelUserRow,
  PasswordLinkRow,
  RateBucketRow,
  SavedViewRow,
  SessionRow,
];
