import { Injectable } from '@nestjs/common';
import { type ApiVersion, type DocType, fragmentSeparator } from '@vigia/contracts';
import { sql } from '@vigia/database';
import type { Batches } from '@vigia/dispatch';
import { Counter } from 'prom-client';
import { ReadReplica } from './read-replica.js';
import { type Placed, readsTogether } from './reads-together.js';

const joined = (version: ApiVersion) => sql`array_to_string(stored.fragments_${version}, '${fragmentSeparator}') AS fragments`;
export const joinedSections = { v1: joined('v1'), v2: joined('v2') };

/** Matches only the same row as on the primary: a replica with an older row, or with one that was lost in a failover, returns nothing. */
const text = (version: ApiVersion) => sql`
  SELECT place::int, found.*
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[]) WITH ORDINALITY AS asked (tax_id, doc_type, revision, written_at, place)
  CROSS JOIN LATERAL (
    SELECT ${joinedSections[version]} FROM profiles.stored_summary AS stored
    WHERE stored.tax_id = asked.tax_id AND stored.doc_type = asked.doc_type
      AND stored.revision = asked.revision AND stored.updated_at = asked.written_at
    LIMIT 1) AS found`;
const texts = { v1: text('v1'), v2: text('v2') };

const reads = new Counter({
  name: 'vigia_summary_reads_total',
  help: 'Summaries while there is a replica to read their sections from, by the server that had them',
  labelNames: ['server'],
});

interface Key {
  taxId: string;
  docType: DocType;
  revision: string;
  writtenAt: string;
}

interface SectionsRow {
  fragments: string;
}

/** The sections of summaries, from a replica that has the same ones as the primary. */
@Injectable()
export class ReplicaSections {
  private readonly reads: Record<ApiVersion, Batches<Key, SectionsRow | undefined>>;

  constructor(private readonly replica: ReadReplica) {
    const readsOf = (version: ApiVersion) =>
      readsTogether<Key, SectionsRow>(['taxId', 'docType', 'revision', 'writtenAt'], async (lists) => {
        const rows = await replica.ask((database) => database.rows<SectionsRow & Placed>(texts[version], lists));
        return rows ?? [];
      });
    this.reads = { v1: readsOf('v1'), v2: readsOf('v2') };
  }

  /** Whether asking for them makes sense now. */
  get areThere(): boolean {
    return this.replica.isThere;
  }

  /** Undefined if the caller must ask the primary. */
  async find(version: ApiVersion, key: Key): Promise<string | undefined> {
    const row = await this.reads[version].add(key);
    reads.inc({ server: row ? 'replica' : 'primary' });
    return row?.fragments;
  }
}
