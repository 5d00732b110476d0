import { Injectable } from '@nestjs/common';
import { type ContractKind, type panel, type PanelAnswer, VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { PageAsked } from '../../http/page-query.js';

type Shown = PanelAnswer<typeof panel.operatorCorporations.one>['corporation'];

/** The form in which text is searched: without case and accents. Some systems write an accent as a character of its own. */
export const plain = (text: string) => sql`translate(lower(normalize(${text})), 'áéíóúüñ', 'aeiouun')`;

interface CorporationLine {
  corporationId: string;
  position: string;
  name: string;
  status: 'active' | 'suspended';
  createdAt: Date;
  kind: ContractKind | null;
  endsOn: string | null;
  users: number;
  credentials: number;
}

interface Wanted {
  q?: string;
  status?: Shown['status'];
}

/** Corporations are few and never deleted, so a row keeps its number. */
const lines = sql`
  SELECT corporation.id AS corporation_id, position, name, corporation.status, corporation.created_at, kind, ends_on,
    (SELECT count(*)::int FROM identity.panel_user AS person WHERE person.corporation_id = corporation.id AND person.status = 'active') AS users,
    (SELECT count(*)::int FROM identity.credential WHERE credential.corporation_id = corporation.id AND credential.status = 'active') AS credentials
  FROM (SELECT *, row_number() OVER (ORDER BY created_at, id) AS position FROM identity.corporation) AS corporation
  LEFT JOIN billing.contract_in_force AS contract ON contract.corporation_id = corporation.id`;

@Injectable()
export class OperatedCorporations {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async page({ q, status }: Wanted, { before, after, limit }: PageAsked): Promise<(Shown & { position: string })[]> {
    const found = await this.database.rows<CorporationLine>(
      sql`SELECT * FROM (${lines}
         WHERE ($1::text IS NULL OR strpos(${plain('name')}, ${plain('$1')}) > 0 OR corporation.id::text = lower($1))
           AND ($2::text IS NULL OR corporation.status = $2)
           AND ($3::bigint IS NULL OR position < $3) AND ($4::bigint IS NULL OR position > $4)
         ORDER BY position ${after === undefined ? 'DESC' : 'ASC'} LIMIT $5) AS page
       ORDER BY page.position DESC`,
      [q?.trim(), status, before, after, limit],
    );
    return found.map((line) => ({ ...shown(line), position: line.position }));
  }

  async one(corporationId: string): Promise<Shown> {
    const [found] = await this.database.rows<CorporationLine>(sql`${lines} WHERE corporation.id = $1`, [corporationId]);
    if (!found) throw VigiaError.of('not_found');
    return shown(found);
  }
}

function shown({ corporationId, name, status, createdAt, kind, endsOn, users, credentials }: CorporationLine): Shown {
  const contract = kind && endsOn ? { kind, endsOn } : null;
  return { corporationId, name, status, createdAt: createdAt.toISOString(), contract, users, credentials };
}
