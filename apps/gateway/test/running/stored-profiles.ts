import { randomUUID } from 'node:crypto';
import { emptyFragments, sections, v1Name, type DocType, type Section } from '@vigia/contracts';
import type { TestDatabase } from '@vigia/testing';

export interface StoredAccess {
  corporationId: string;
  taxId: string;
  docType?: DocType;
  state?: 'pending' | 'active' | 'expired' | 'failed';
  mode?: 'monitoring' | 'query';
  requestId?: string;
  expiresAt?: Date | null;
  /** The mode of the access that had ended before this one. */
  endedMode?: 'monitoring' | 'query' | null;
  withheld?: Section[];
  /** Each with its beginning and its end, if it has one. */
  periods?: [from: Date, until: Date | null][];
}

type Estado = 'succeeded' | 'partial' | 'failed';

/** Writes the rows that other services would leave in the database. */
export class StoredProfiles {
  constructor(private readonly database: TestDatabase) {}

  async access(given: StoredAccess): Promise<void> {
    const {
      corporationId,
      taxId,
      docType = 'RUC',
      state = 'active',
      mode = 'monitoring',
      requestId = randomUUID(),
      expiresAt = null,
      endedMode = null,
      withheld = [],
      periods = [],
    } = given;
    await this.database.query(
      `INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id, expires_at, withheld_sections, ended_mode, ended_request_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $9::text IS NOT NULL THEN gen_random_uuid() END)`,
      [corporationId, docType, taxId, state, mode, requestId, expiresAt, withheld, endedMode],
    );
    for (const [from, until] of periods) {
      await this.database.query(
        'INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, opened_at, ends_at) VALUES ($1, $2, $3, $4, $5)',
        [corporationId, taxId, docType, from, until],
      );
    }
  }

  /** The portfolio row of a profile with complete facts. */
  async listed(corporationId: string, taxId: string, { name, alert }: { name: string; alert: number }): Promise<void> {
    await this.database.query(
      `INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, standing, mode, expires_at, withheld, estado, failed_sources, name,
         search, taxpayer_code, alert, alert_code, light_rank, light_code, compliance, compliance_code, debt_code, rating, loaded_at, changed_at)
       VALUES ($1, $2, 'RUC', 'active', 'monitoring', 'infinity', '{}', 'succeeded', 0, $3, lower($3), 'SH10', $4, 'SH10', 0, 'SH10', 0, 'SH10', 'SH10', 0, now(), now())`,
      [corporationId, taxId, name, alert],
    );
  }

  /** The summary as it stands; sections that are not given are still empty. */
  async profile(
    taxId: string,
    estado: Estado | null,
    contents: Contents = {},
    { docType = 'RUC', failedSources = [] as string[] } = {},
  ): Promise<void> {
    const { v1, v2 } = fragments(contents);
    const loadId = await this.load(taxId, estado ?? 'succeeded', new Date(), { docType, failedSources });
    await this.database.query(
      `INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [docType, taxId, estado, failedSources, v1, v2, loadId],
    );
  }

  async load(taxId: string, estado: Estado, closedAt: Date, { docType = 'RUC', failedSources = [] as string[] } = {}): Promise<string> {
    const id = randomUUID();
    await this.database.query(
      `INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, failed_sources, correlation_id, opened_at, deadline_at, closed_at)
       VALUES ($1, $2, $3, 'closed', $4, $5, 'test', $6, $6, $6)`,
      [id, docType, taxId, estado, failedSources, closedAt],
    );
    return id;
  }

  /** A load of the corporation in which every source failed, with the given `codes`; without them, as an earlier release closed it. */
  async failure(
    corporationId: string,
    taxId: string,
    failedSources: string[],
    codes?: Partial<Record<Section, string>>,
    reason = 'all_sources_failed',
  ): Promise<void> {
    const [requestId, loadId] = [randomUUID(), await this.load(taxId, 'failed', new Date(), { failedSources })];
    if (codes) {
      const v2 = sections.map((section) => `"${section}":{"statusCode":"${codes[section] ?? 'SH50'}","data":{}}`);
      await this.database.query('UPDATE profiles.load SET shown_v1 = $2, shown_v2 = $3 WHERE id = $1', [
        loadId,
        emptyFragments('SH50').v1,
        v2,
      ]);
    }
    await this.database.query(
      `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id) VALUES ($1, $2, 'RUC', 'query', 'finished', 0, 'test')`,
      [requestId, corporationId],
    );
    await this.database.query(
      `INSERT INTO profiles.load_item (request_id, tax_id, state, reason, load_id) VALUES ($1, $2, 'failed', $4, $3)`,
      [requestId, taxId, loadId, reason],
    );
    await this.access({ corporationId, taxId, state: 'failed', requestId });
  }

  /** The entry of a load that billing has opened no access for. With `failedSources` the load has failed, and is not settled. */
  async accepted(corporationId: string, taxId: string, docType: DocType, failedSources?: string[]): Promise<void> {
    await this.database.query(
      `INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, mode) VALUES ($1, $2, $3, 'query')`,
      [corporationId, taxId, docType],
    );
    if (!failedSources) return this.loading(corporationId, taxId, docType);
    const loadId = await this.load(taxId, 'failed', new Date(), { docType, failedSources });
    await this.database.query(
      `WITH request AS (
         INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
         VALUES (gen_random_uuid(), $1, $3, 'query', 'settling', 0, 'test') RETURNING id)
       INSERT INTO profiles.load_item (request_id, tax_id, state, load_id) SELECT id, $2, 'failed', $4 FROM request`,
      [corporationId, taxId, docType, loadId],
    );
  }

  /** A request of the corporation whose load has not ended. */
  async loading(corporationId: string, taxId: string, docType: DocType = 'RUC'): Promise<void> {
    await this.database.query(
      `WITH request AS (
         INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
         VALUES (gen_random_uuid(), $1, $3, 'query', 'loading', 1, 'test') RETURNING id)
       INSERT INTO profiles.load_item (request_id, tax_id, state) SELECT id, $2, 'loading' FROM request`,
      [corporationId, taxId, docType],
    );
  }

  /** A forced update of the RUC, whose load has not ended. */
  async updating(corporationId: string, taxId: string): Promise<void> {
    await this.database.query(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
         VALUES (gen_random_uuid(), 'RUC', $2, 'test', now() + interval '1 hour') RETURNING id),
       request AS (
         INSERT INTO profiles.load_request (id, corporation_id, state, open_items, correlation_id)
         VALUES (gen_random_uuid(), $1, 'loading', 1, 'test') RETURNING id)
       INSERT INTO profiles.load_item (request_id, tax_id, state, load_id) SELECT request.id, $2, 'loading', load.id FROM request, load`,
      [corporationId, taxId],
    );
  }

  async version(
    taxId: string,
    section: Section,
    content: object,
    validFrom: Date,
    provenance: object = [],
    docType: DocType = 'RUC',
  ): Promise<void> {
    const place = sections.indexOf(section);
    const { v1, v2 } = fragments({ [section]: content });
    await this.database.query(
      `INSERT INTO profiles.section_version (tax_id, doc_type, section, valid_from, content_hash, fragment_v1, fragment_v2, provenance)
       VALUES ($1, $7, $2, $3, '', $4, $5, $6)`,
      [taxId, section, validFrom, v1[place], v2[place], JSON.stringify(provenance), docType],
    );
  }
}

type Contents = Partial<Record<Section, object>>;

function fragments(contents: Contents): { v1: string[]; v2: string[] } {
  const empty = emptyFragments('SH20');
  const written = (version: 'v1' | 'v2') =>
    sections.map((section, place) => {
      const content = contents[section];
      if (!content) return empty[version][place]!;
      return version === 'v1'
        ? `"${v1Name(section)}":${JSON.stringify(content)}`
        : `"${section}":${JSON.stringify({ statusCode: 'SH10', data: content })}`;
    });
  return { v1: written('v1'), v2: written('v2') };
}
