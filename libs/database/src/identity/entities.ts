import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'identity', name: 'corporation' })
export class CorporationRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') status: 'active' | 'suspended';
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
}

@Entity({ schema: 'identity', name: 'credential' })
export class CredentialRow {
  @PrimaryColumn('text', { name: 'access_key' }) accessKey: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  /** Keyed hash: the secret itself is shown once and kept nowhere. */
  @Column('bytea', { name: 'secret_hash' }) secretHash: Buffer;
  @Column('text', { name: 'pepper_id' }) pepperId: string;
  @Column('text') status: 'active' | 'revoked';
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
}

export const identityEntities = [CorporationRow, CredentialRow];
