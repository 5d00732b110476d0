import { Injectable } from '@nestjs/common';
import { emptyFragments, VigiaError, type DocType } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import { DataSource } from 'typeorm';

interface SummaryRow {
  accessState: 'pending' | 'active' | 'expired' | 'failed';
  ended: boolean;
  mode: 'monitoring' | 'query';
  estado: string | null;
  failedSources: string[] | null;
  fragments: string[] | null;
}

export type ApiVersion = 'v1' | 'v2';

const fragmentsColumn = { v1: 'fragments_v1', v2: 'fragments_v2' } as const;
const byPrecedence = `array_position(ARRAY['RUC', 'DNI', 'CE'], access.doc_type)`;

@Injectable()
export class ReadSummary {
  constructor(private readonly database: DataSource) {}

  /** The whole body as text. Nothing of a profile is parsed or built here: its sections are stored as they go out. */
  async body(version: ApiVersion, corporationId: string, taxId: string, docTypes: DocType[]): Promise<string> {
    const row = await this.read(version, corporationId, taxId, docTypes);
    // One answer for a profile of somebody else, for one that was never loaded and for a query that has ended.
    if (!row || (row.mode === 'query' && row.ended)) throw VigiaError.of('profile_not_found');
    return render(version, taxId, row);
  }

  private async read(version: ApiVersion, corporationId: string, taxId: string, docTypes: DocType[]): Promise<SummaryRow | undefined> {
    const [row] = await rowsOf<SummaryRow>(
      this.database,
      `SELECT access.state AS "accessState", access.mode, access.state = 'expired' OR coalesce(access.expires_at <= now(), false) AS ended,
         profile.estado, profile.failed_sources AS "failedSources", profile.${fragmentsColumn[version]} AS fragments
       FROM billing.access LEFT JOIN profiles.profile ON profile.tax_id = access.tax_id AND profile.doc_type = access.doc_type
       WHERE access.corporation_id = $1 AND access.tax_id = $2 AND access.doc_type = ANY($3)
       ORDER BY ${byPrecedence} LIMIT 1`,
      [corporationId, taxId, docTypes],
    );
    return row;
  }
}

function render(version: ApiVersion, taxId: string, row: SummaryRow): string {
  const activo = row.accessState === 'active' && !row.ended;
  const estado = row.accessState === 'pending' ? 'loading' : row.accessState === 'failed' ? 'failed' : row.estado;
  const fragments = row.fragments ?? emptyFragments(row.accessState === 'pending' ? 'SH20' : 'SH50')[version];
  const loadState = `"estado":${JSON.stringify(estado)},"subhelpers_fallidos":${JSON.stringify(row.failedSources ?? [])},`;
  return `{"statusCode":200,"data":{"taxId":${JSON.stringify(taxId)},"activo":${activo},${version === 'v2' ? loadState : ''}${fragments.join(',')}}}`;
}
