import { Injectable } from '@nestjs/common';
import { type Document, endOfLimaDay, type panel, type PanelAnswer, type WebhookEvent } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { WebhookLog } from '../webhooks/webhook-log.js';

type ProfileRecord = PanelAnswer<typeof panel.profiles.record>;
type Acts = Pick<ProfileRecord, 'requests' | 'accesses' | 'events' | 'isWhole' | 'requestsWholeAfter'>;
type Dated<Row, Names extends keyof Row> = Omit<Row, Names> & { [Name in Names]: Date | Extract<Row[Name], null> };

const most = 100;

/**
 * What a corporation has done with a profile until now, or until the end of a day: loads, accesses, deliveries to its receivers. The
 * database tells what is now, as it does for the evidence: by the clock of a gateway that is a little behind, the latest act would be missing.
 */
@Injectable()
export class RecordActs {
  constructor(
    private readonly database: Database,
    private readonly log: WebhookLog,
  ) {}

  async of(corporationId: string, document: Document, day?: string): Promise<Acts> {
    const until = day === undefined ? undefined : endOfLimaDay(day);
    const [requests, accesses, events, after] = await Promise.all([
      this.requests(corporationId, document, until),
      this.accesses(corporationId, document, until),
      this.events(corporationId, document, until),
      this.requestsWholeAfter(corporationId, document),
    ]);
    return {
      requests: requests.slice(0, most).map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
      accesses: accesses
        .slice(0, most)
        .map(({ openedAt, endsAt, ...rest }) => ({ ...rest, openedAt: openedAt.toISOString(), endsAt: endsAt && endsAt.toISOString() })),
      events: events.filter((event) => event.docType === document.docType).map(toldOf),
      requestsWholeAfter: after?.toISOString() ?? null,
      isWhole:
        after === undefined &&
        requests.length <= most &&
        accesses.length <= most &&
        events.length < most &&
        events.every(({ deliveriesKept }) => deliveriesKept),
    };
  }

  /** An update names a document only by its number. The load of a failed item may go on for others: its end there is not shown. */
  private requests(
    corporationId: string,
    { docType, taxId }: Document,
    until: Date | undefined,
  ): Promise<Dated<ProfileRecord['requests'][number], 'at'>[]> {
    return this.database.rows(
      sql`SELECT request_id, request.created_at AS at, CASE WHEN is_forced_update THEN 'update' ELSE 'load' END AS kind, actor,
         request.mode, request.months, item.state, item.reason,
         CASE WHEN item.state = 'loaded' THEN load.estado END AS estado,
         CASE WHEN item.state = 'loaded' THEN coalesce(load.failed_sources, '{}') ELSE '{}' END AS failed_sources
       FROM profiles.item_status AS item JOIN profiles.request_status AS request USING (request_id)
         LEFT JOIN profiles.load_status AS load USING (load_id)
       WHERE item.tax_id = $2 AND request.corporation_id = $1 AND coalesce(request.doc_type, load.doc_type, $3) = $3
         AND request.created_at < coalesce($4, public.business_now())
       ORDER BY request.created_at DESC, request_id LIMIT $5`,
      [corporationId, taxId, docType, until, most + 1],
    );
  }

  /** Undefined if no request has been deleted since the corporation first had access. */
  private async requestsWholeAfter(corporationId: string, { docType, taxId }: Document): Promise<Date | undefined> {
    const [kept] = await this.database.rows<{ after: Date }>(
      sql`SELECT after FROM profiles.requests_kept WHERE after >= (
         SELECT min(opened_at) FROM billing.readable_period WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3)`,
      [corporationId, taxId, docType],
    );
    return kept?.after;
  }

  /** When an access ends that lasted beyond a past day may have been decided after it, so it is not told. */
  private accesses(
    corporationId: string,
    { docType, taxId }: Document,
    until: Date | undefined,
  ): Promise<Dated<ProfileRecord['accesses'][number], 'openedAt' | 'endsAt'>[]> {
    return this.database.rows(
      sql`SELECT opened_at, CASE WHEN $4 > public.business_now() OR ends_at <= coalesce($4, ends_at) THEN ends_at END AS ends_at, request_id, activated_by
       FROM billing.readable_period
       WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3 AND opened_at < coalesce($4, public.business_now())
       ORDER BY opened_at DESC LIMIT $5`,
      [corporationId, taxId, docType, until, most + 1],
    );
  }

  private events(corporationId: string, { taxId }: Document, until?: Date): Promise<WebhookEvent[]> {
    return this.log.events({ corporationId, taxId, isTest: false, ...(until && { to: until.toISOString() }), limit: most });
  }
}

function toldOf({ triggerId, createdAt, actor, deliveries, deliveriesKept, bodies }: WebhookEvent): ProfileRecord['events'][number] {
  const told = deliveries.map(({ deliveryId, configurationId, state: health, attempts, url, lastStatus, closedAt }) => ({
    deliveryId,
    configurationId,
    health,
    attempts,
    url,
    lastStatus,
    closedAt,
  }));
  return { triggerId, at: createdAt, actor, deliveries: told, deliveriesKept, bodies };
}
