import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A load whose end the profile loader announced; kept once however often it is announced. */
/** What arrived of the loader's announcements. No service reads it: chaos and fault tests find in it that each arrived once and as it was sent. */
@Entity({ schema: 'webhooks', name: 'finished_load' })
export class FinishedLoadRow {
  @PrimaryColumn('uuid', { name: 'load_id' }) loadId: string;
  @Column('text', { name: 'doc_type' }) docType: 'RUC' | 'DNI' | 'CE';
  @Column('text', { name: 'tax_id' }) taxId: string;
  @Column('text') estado: 'succeeded' | 'partial' | 'failed';
  @Column('text', { name: 'failed_sources', array: true }) failedSources: string[];
  @CreateDateColumn({ type: 'timestamptz', name: 'received_at' }) receivedAt: Date;
}

export const webhookEntities = [FinishedLoadRow];
