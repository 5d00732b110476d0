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

/** The rows that one load of the product leaves, written by one statement after the other. */
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
      'open request',
      `INSERT INTO bare.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
       VALUES ($1, $2, 'RUC', 'query', 'loading', 1, 'bare')`,
      [requestId, this.corporationId],
    );
    await this.write(
      'open load',
      `INSERT INTO bare.load (id, doc_type, tax_id, correlation_id, deadline_at) VALUES ($1, 'RUC', $2, 'bare', now() + interval '30 min')`,
      [loadId, taxId],
    );
    await this.write('open item', `INSERT INTO bare.load_item (request_id, tax_id, state, load_id) VALUES ($1, $2, 'loading', $3)`, [
      requestId,
      taxId,
      loadId,
    ]);
    await this.write(
      'open access',
      `INSERT INTO bare.access (corporation_id, doc_type, tax_id, state, mode, request_id) VALUES ($1, 'RUC', $2, 'pending', 'query', $3)`,
      [this.corporationId, taxId, requestId],
    );
    await this.write(
      'open tasks',
      `INSERT INTO bare.task (load_id, source, state, due_at, deadline_at) SELECT $1, unnest($2::text[]), 'pending', now(), now() + interval '1 min'`,
      [loadId, sources],
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

  async closeLoad(loadId: string, taxId: string): Promise<void> {
    const { rows } = await this.database.query<{ answer: string }>({
      name: 'answers',
      text: `SELECT answer::text FROM bare.source_answer WHERE tax_id = $1 AND doc_type = 'RUC'`,
      values: [taxId],
    });
    const whole = rows.map(({ answer }) => answer).join('');
    const fragments = sections.map((section, i) => `"${section}":${whole.slice(i * 800, (i + 1) * 800)}`);
    await this.write(
      'write profile',
      `INSERT INTO bare.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
       VALUES ('RUC', $1, 'succeeded', '{}', $2, $2, $3)`,
      [taxId, fragments, loadId],
    );
    await this.write(
      'write versions',
      `INSERT INTO bare.section_version (tax_id, doc_type, section, content_hash, fragment_v1, fragment_v2, provenance)
       SELECT $1, 'RUC', section, 'x', fragment, fragment, '[]' FROM unnest($2::text[], $3::text[]) AS s (section, fragment)`,
      [taxId, sections, fragments],
    );
    await this.write('close load', `UPDATE bare.load SET state = 'closed', estado = 'succeeded', closed_at = now() WHERE id = $1`, [
      loadId,
    ]);
  }

  async settle(requestId: string, taxId: string): Promise<void> {
    await this.write('settle item', `UPDATE bare.load_item SET state = 'loaded' WHERE request_id = $1`, [requestId]);
    await this.write('settle', `INSERT INTO bare.settlement (request_id) VALUES ($1)`, [requestId]);
    await this.write(
      'start access',
      `UPDATE bare.access SET state = 'active', expires_at = now() + interval '48 h' WHERE corporation_id = $1 AND tax_id = $2`,
      [this.corporationId, taxId],
    );
    await this.write(
      'start period',
      `INSERT INTO bare.access_period (corporation_id, tax_id, doc_type, ends_at) VALUES ($1, $2, 'RUC', now() + interval '48 h')`,
      [this.corporationId, taxId],
    );
    await this.write(
      'finish request',
      `UPDATE bare.load_request SET state = 'finished', open_items = 0, finished_at = now() WHERE id = $1`,
      [requestId],
    );
  }

  /** PostgreSQL parses and plans a named statement once for each connection. */
  private async write(name: string, text: string, values: unknown[]): Promise<void> {
    await this.database.query({ name, text, values });
  }
}
