import { randomUUID } from 'node:crypto';
import { emptyFragments, sections, v1Name, type Section } from '@vigia/contracts';
import type { TestDatabase } from '@vigia/testing';

type Estado = 'succeeded' | 'partial' | 'failed';

/** JSON.parse and JSON.stringify do not reproduce this text. */
export const oddJson = String.raw`{"razon":"PEÑA & CÍA — 漢字 🦙 </b> \u2028", "n":1.0,"z":1e21,"a":2}`;

/** Writes the rows that the other services would have written. */
export class StoredProfiles {
  constructor(private readonly database: TestDatabase) {}

  /** An existing row keeps the request that opened it. */
  async access(
    corporationId: string,
    taxId: string,
    state: 'pending' | 'active' | 'expired' | 'failed' = 'active',
    requestId: string = randomUUID(),
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id) VALUES ($1, 'RUC', $2, $3, 'monitoring', $4)
       ON CONFLICT (corporation_id, tax_id, doc_type) DO UPDATE SET state = excluded.state`,
      [corporationId, taxId, state, requestId],
    );
  }

  async profile(
    taxId: string,
    estado: Estado,
    contents: Partial<Record<Section, string>> = {},
    failedSources: string[] = [],
  ): Promise<void> {
    const empty = emptyFragments('SH50');
    const v1 = sections.map((section, i) => (contents[section] ? `"${v1Name(section)}":${contents[section]}` : empty.v1[i]!));
    const v2 = sections.map((section, i) =>
      contents[section] ? `"${section}":{"statusCode":"SH10","data":${contents[section]}}` : empty.v2[i]!,
    );
    await this.database.query(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, correlation_id, deadline_at, closed_at)
         VALUES (gen_random_uuid(), 'RUC', $1, 'closed', $2, 'test', now(), now()) RETURNING id)
       INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
       SELECT 'RUC', $1, $2, $3, $4, $5, id FROM load`,
      [taxId, estado, failedSources, v1, v2],
    );
  }

  /** Monitoring that ended yesterday is loaded again: its content of the one section differs from today's. */
  async returning(corporationId: string, taxId: string, requestId: string, section: Section, content: string): Promise<void> {
    await this.access(corporationId, taxId, 'pending', requestId);
    await this.database.query(
      `UPDATE billing.access SET ended_mode = 'monitoring', ended_request_id = gen_random_uuid(), ended_at = now() - interval '1 day'
       WHERE corporation_id = $1 AND tax_id = $2`,
      [corporationId, taxId],
    );
    await this.past(corporationId, taxId, section, content);
  }

  /** Monitoring until yesterday, and what one section contained then. */
  async past(corporationId: string, taxId: string, section: Section, content: string): Promise<void> {
    await this.database.query(
      `INSERT INTO billing.access_period (corporation_id, doc_type, tax_id, opened_at, ends_at)
       VALUES ($1, 'RUC', $2, now() - interval '30 days', now() - interval '1 day')`,
      [corporationId, taxId],
    );
    await this.database.query(
      `INSERT INTO profiles.section_version (doc_type, tax_id, section, valid_from, content_hash, fragment_v1, fragment_v2, provenance)
       VALUES ('RUC', $1, $2, now() - interval '20 days', '', $3, $4, '[]')`,
      [taxId, section, `"${v1Name(section)}":${content}`, `"${section}":{"statusCode":"SH10","data":${content}}`],
    );
  }

  /** An active profile, ready to be delivered. */
  async active(corporationId: string, taxId: string, estado: Estado = 'succeeded', failedSources: string[] = []): Promise<void> {
    await this.profile(taxId, estado, { legal: oddJson }, failedSources);
    await this.access(corporationId, taxId);
  }

  /** A request for a load, as the loader writes it. */
  async request(
    id: string,
    corporationId: string,
    taxId: string,
    state: 'loading' | 'settling' | 'finished',
    item: 'loading' | 'loaded' | 'skipped' | 'failed',
    docType = 'RUC',
  ) {
    await this.database.query(
      `WITH request AS (
         INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
         VALUES ($1, $2, $7, 'monitoring', $3, $4, 'test'))
       INSERT INTO profiles.load_item (request_id, tax_id, state) VALUES ($1, $5, $6)`,
      [id, corporationId, state, state === 'loading' ? 1 : 0, taxId, item, docType],
    );
  }

  /** The load that a request waits for, and the sources that have not answered it yet. */
  async opened(requestId: string, taxId: string, openSources: string[] = []): Promise<void> {
    await this.database.query(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
         VALUES (gen_random_uuid(), 'RUC', $2, 'test', now() + interval '1 hour') RETURNING id),
       task AS (
         INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at)
         SELECT id, unnest($3::text[]), 'pending', now(), now() + interval '1 hour' FROM load)
       UPDATE profiles.load_item SET load_id = (SELECT id FROM load) WHERE request_id = $1`,
      [requestId, taxId, openSources],
    );
  }

  /** The load that a request waited for, in which every source failed and every section got this code. */
  async failure(requestId: string, taxId: string, code: string): Promise<void> {
    const shown = sections.map((section) => `"${section}":{"statusCode":"${code}","data":{}}`);
    await this.database.query(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, failed_sources, correlation_id, deadline_at, closed_at, shown_v1, shown_v2)
         VALUES (gen_random_uuid(), 'RUC', $2, 'closed', 'failed', '{protestos}', 'test', now(), now(), $3, $3) RETURNING id)
       UPDATE profiles.load_item SET state = 'failed', load_id = (SELECT id FROM load) WHERE request_id = $1`,
      [requestId, taxId, shown],
    );
  }

  async settle(id: string): Promise<void> {
    await this.database.query(`UPDATE profiles.load_item SET state = 'loaded' WHERE request_id = $1`, [id]);
    await this.database.query(`UPDATE profiles.load_request SET state = 'finished', open_items = 0, finished_at = now() WHERE id = $1`, [
      id,
    ]);
  }
}
