import { randomUUID } from 'node:crypto';
import { sections, type SourceName } from '@vigia/contracts';
import type pg from 'pg';

interface BareAnswer {
  data: object | null;
  sourceVersion: string;
  observedAt: string;
}

const copied = {
  profiles: ['load_request', 'load_item', 'load', 'task', 'source_answer', 'profile', 'section_version'],
  billing: ['access', 'access_period', 'settlement'],
};

/**
 * As in the product, a statement is planned once for a connection and not for its values. Only the commit that closes a load waits for the disk,
 * because an answer follows it; after a crash nobody would use the rows before it.
 */
export const sessionOptions = '-c plan_cache_mode=force_generic_plan -c synchronous_commit=off';

/** The rows that one load of the product leaves: one statement opens it, one keeps each answer, one reads them and one closes it. */
export class BareRows {
  private readonly corporationId = randomUUID();

  constructor(private readonly database: pg.Pool) {}

  /** The same tables under other names: in the product's own tables its dispatcher would take the work. */
  async createTables(): Promise<void> {
    await this.database.query('CREATE SCHEMA bare');
    for (const [schema, tables] of Object.entries(copied)) {
      for (const table of tables) await this.database.query(`CREATE TABLE bare.${table} (LIKE ${schema}.${table} INCLUDING ALL)`);
    }
  }

  async openLoad(loadId: string, taxId: string, sources: SourceName[]): Promise<string> {
    const requestId = randomUUID();
    await this.write(
      'open',
      `WITH request AS (
         INSERT INTO bare.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
         VALUES ($1, $2, 'RUC', 'query', 'loading', 1, 'bare')),
       load AS (
         INSERT INTO bare.load (id, doc_type, tax_id, correlation_id, deadline_at) VALUES ($3, 'RUC', $4, 'bare', now() + interval '30 min')),
       item AS (INSERT INTO bare.load_item (request_id, tax_id, state, load_id) VALUES ($1, $4, 'loading', $3)),
       access AS (
         INSERT INTO bare.access (corporation_id, doc_type, tax_id, state, mode, request_id) VALUES ($2, 'RUC', $4, 'pending', 'query', $1))
       INSERT INTO bare.task (load_id, source, state, due_at, deadline_at)
       SELECT $3, unnest($5::text[]), 'pending', now(), now() + interval '1 min'`,
      [requestId, this.corporationId, loadId, taxId, sources],
    );
    return requestId;
  }

  async keepAnswer(loadId: string, taxId: string, source: SourceName, { data, sourceVersion, observedAt }: BareAnswer): Promise<void> {
    await this.write(
      'keep answer',
      `WITH answered AS (
         INSERT INTO bare.source_answer (doc_type, tax_id, source, outcome, answer, source_version, observed_at, answered_at)
         VALUES ('RUC', $2, $3, $4, $5, $6, $7, now()))
       UPDATE bare.task SET state = 'data', closed_at = now() WHERE load_id = $1 AND source = $3`,
      [loadId, taxId, source, data ? 'data' : 'empty', data && JSON.stringify(data), sourceVersion, observedAt],
    );
  }

  /** The profile of all answers, the ends of the load and of its request, and the access. */
  async closeLoad(loadId: string, requestId: string, taxId: string): Promise<void> {
    const { rows } = await this.database.query<{ answer: string }>({
      name: 'answers',
      text: `SELECT answer::text FROM bare.source_answer WHERE tax_id = $1 AND doc_type = 'RUC'`,
      values: [taxId],
    });
    const whole = rows.map(({ answer }) => answer).join('');
    const fragments = sections.map((section, i) => `"${section}":${whole.slice(i * 800, (i + 1) * 800)}`);
    await this.write(
      'close',
      `WITH profile AS (
         INSERT INTO bare.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
         VALUES ('RUC', $1, 'succeeded', '{}', $2, $2, $3)),
       versions AS (
         INSERT INTO bare.section_version (tax_id, doc_type, section, content_hash, fragment_v1, fragment_v2, provenance)
         SELECT $1, 'RUC', section, 'x', fragment, fragment, '[]' FROM unnest($4::text[], $2::text[]) AS s (section, fragment)),
       load AS (UPDATE bare.load SET state = 'closed', estado = 'succeeded', closed_at = now() WHERE id = $3),
       item AS (UPDATE bare.load_item SET state = 'loaded' WHERE request_id = $5),
       settlement AS (INSERT INTO bare.settlement (request_id) VALUES ($5)),
       access AS (
         UPDATE bare.access SET state = 'active', expires_at = now() + interval '48 h' WHERE corporation_id = $6 AND tax_id = $1),
       period AS (
         INSERT INTO bare.access_period (corporation_id, tax_id, doc_type, ends_at) VALUES ($6, $1, 'RUC', now() + interval '48 h'))
       UPDATE bare.load_request SET state = 'finished', open_items = 0, finished_at = now()
       FROM (SELECT set_config('synchronous_commit', 'on', true)) AS durable WHERE id = $5`,
      [taxId, fragments, loadId, sections, requestId, this.corporationId],
    );
  }

  /** PostgreSQL parses and plans a named statement once for each connection. */
  private async write(name: string, text: string, values: unknown[]): Promise<void> {
    await this.database.query({ name, text, values });
  }
}
