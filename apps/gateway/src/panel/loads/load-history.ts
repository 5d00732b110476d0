import { Injectable } from '@nestjs/common';
import { type panel, type PanelAnswer, VigiaError } from '@vigia/contracts';
import { Database, instantAt, microsecondsOf, sql } from '@vigia/database';
import type { PageAsked } from '../../http/page-query.js';

type LoadDetail = PanelAnswer<typeof panel.loads.one>;
type LoadRequest = PanelAnswer<typeof panel.loads.list>['loads'][number];
type Item = LoadDetail['items'][number];
type Named = Pick<LoadDetail, 'requestId' | 'kind' | 'mode' | 'activationFailed'>;
type Row = Omit<LoadRequest, 'at' | 'counts'> & LoadRequest['counts'] & { at: Date; position: string; corporationId: string };

const kind = sql`CASE WHEN is_forced_update THEN 'update' ELSE 'load' END AS kind`;

const columns = sql`request_id, corporation_id, created_at AS at, ${kind}, actor, doc_type, mode, months,
  state, activation_failed, ${microsecondsOf('created_at')} || '-' || request_id AS position`;

/** A load with monitoring leaves a query as it is. One that another request is still loading is none yet. */
const isOnlyQuery = sql`item.state = 'skipped' AND request.mode = 'monitoring' AND (
  SELECT access.mode FROM billing.current_access AS access
  WHERE access.corporation_id = request.corporation_id AND access.tax_id = item.tax_id AND access.doc_type = request.doc_type
    AND access.state = 'active') = 'query'`;

const counts = sql`CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE item.state = 'loading')::int AS loading, count(*) FILTER (WHERE item.state = 'loaded')::int AS loaded,
    count(*) FILTER (WHERE item.state = 'skipped')::int AS skipped, count(*) FILTER (WHERE item.state = 'failed')::int AS failed,
    count(*) FILTER (WHERE ${isOnlyQuery})::int AS only_queries
  FROM profiles.item_status AS item WHERE item.request_id = request.request_id) AS counted`;

/** Everything that the users and programs of a corporation have loaded. */
@Injectable()
export class LoadHistory {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async page(corporationId: string, { before, after, limit }: PageAsked): Promise<(LoadRequest & { position: string })[]> {
    const rows = await this.database.rows<Row>(
      sql`SELECT * FROM (
         SELECT ${columns} FROM profiles.request_status
         WHERE corporation_id = $1
           AND ($2::bigint IS NULL OR (created_at, request_id) < (${instantAt('$2')}, $3::uuid))
           AND ($4::bigint IS NULL OR (created_at, request_id) > (${instantAt('$4')}, $5::uuid))
         ORDER BY created_at ${after === undefined ? 'DESC' : 'ASC'}, request_id ${after === undefined ? 'DESC' : 'ASC'} LIMIT $6) AS request
       ${counts} ORDER BY at DESC, request_id DESC`,
      [corporationId, ...placeOf(before), ...placeOf(after), limit],
    );
    return rows.map((row) => ({ ...requestOf(row), position: row.position }));
  }

  async one(corporationId: string, requestId: string): Promise<LoadDetail> {
    const [row] = await this.database.rows<Row>(
      sql`SELECT * FROM (SELECT ${columns} FROM profiles.request_status WHERE request_id = $1 AND corporation_id = $2) AS request ${counts}`,
      [requestId, corporationId],
    );
    if (!row) throw VigiaError.of('not_found');
    return { ...requestOf(row), items: await this.items(requestId) };
  }

  /** The documents of several requests, one request at a time. Reads none unless all requests exist. */
  async eachOf(corporationId: string, requestIds: string[]): Promise<AsyncGenerator<Named & Pick<LoadDetail, 'items'>>> {
    const known = await this.database.rows<Named>(
      sql`SELECT request_id, ${kind}, mode, activation_failed FROM profiles.request_status WHERE request_id = ANY($1::uuid[]) AND corporation_id = $2
       ORDER BY array_position($1::uuid[], request_id)`,
      [requestIds, corporationId],
    );
    if (known.length < requestIds.length) throw VigiaError.of('not_found');
    const items = (requestId: string) => this.items(requestId);
    return (async function* () {
      for (const request of known) yield { ...request, items: await items(request.requestId) };
    })();
  }

  /** The load of a failed item may go on for others: its end there is not shown. */
  private async items(requestId: string): Promise<Item[]> {
    const rows = await this.database.rows<Omit<Item, 'expiresAt'> & { expiresAt: Date | null }>(
      sql`SELECT coalesce(request.doc_type, load.doc_type) AS doc_type, item.tax_id, item.state, item.reason, CASE WHEN item.reason <> 'billing_unavailable' THEN item.refusal END AS refusal,
         coalesce(load.sources_asked - cardinality(load.open_sources), 0) AS done, coalesce(load.sources_asked, 0) AS of,
         CASE WHEN item.state = 'loaded' THEN load.estado END AS estado, access.state AS access,
         access.mode, access.expires_at
       FROM profiles.request_status AS request JOIN profiles.item_status AS item USING (request_id)
         LEFT JOIN profiles.load_status AS load USING (load_id)
         LEFT JOIN billing.current_access AS access ON access.corporation_id = request.corporation_id AND access.tax_id = item.tax_id
           AND access.doc_type = coalesce(request.doc_type, load.doc_type)
       WHERE item.request_id = $1 ORDER BY item.tax_id`,
      [requestId],
    );
    return rows.map(({ expiresAt, ...item }) => ({ ...item, expiresAt: expiresAt?.toISOString() ?? null }));
  }
}

function requestOf({ at, loading, loaded, skipped, failed, position: _, corporationId: __, ...request }: Row): LoadRequest {
  return { ...request, at: at.toISOString(), counts: { loading, loaded, skipped, failed } };
}

/** Its microsecond and its id. */
function placeOf(position: string | undefined): [string | undefined, string | undefined] {
  const [, microsecond, requestId] = /^([0-9]+)-(.+)$/.exec(position ?? '') ?? [];
  return [microsecond, requestId];
}
