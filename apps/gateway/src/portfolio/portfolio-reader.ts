import { Injectable } from '@nestjs/common';
import {
  VigiaError,
  type Document,
  type PortfolioEntry,
  type PortfolioFilters,
  type PortfolioOrder,
  type PortfolioSort,
} from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { pagesFrom } from '../quota/send-report.js';
import { cursorOf, positionOf, type KeyType, type Position } from './domain/page-cursor.js';
import { entryOf, shown, type ListedRow } from './listed-row.js';
import { isAsked, listsEnded, valuesOf } from './portfolio-filter.js';
import { WholeReads } from '../limits/whole-reads.js';

interface PageAsked {
  limit: number;
  before?: string;
  after?: string;
  /** The error for a position that no page in this order has returned, with the parameter names of the call. */
  wrongPosition: string;
}

interface PortfolioPage {
  entries: PortfolioEntry[];
  older: string | null;
  newer: string | null;
}

type Keyed = ListedRow & { key: string };

const perPageOfFile = 1_000;

interface SortKey {
  columns: string;
  descending: string;
  /** The columns as one text, as a cursor keeps them, and the values that such a text stands for. */
  text: string;
  values: string;
}

/**
 * All columns of a key sort in one direction, so that a page begins with one row comparison, which an index can answer. A key names its
 * table: in ORDER BY a bare name would mean the shown column, which has no index and is null if there is no end.
 */
const pageBy = (type: KeyType, { columns, descending, text, values }: SortKey) => ({
  type,
  up: sql`SELECT ${shown}, ${text} AS key FROM profiles.listed_profile AS listed
    WHERE ${isAsked} AND ($22::text IS NULL OR (${columns}, tax_id, doc_type) > (${values}, $23, $24))
    ORDER BY ${columns}, tax_id, doc_type LIMIT $25`,
  down: sql`SELECT ${shown}, ${text} AS key FROM profiles.listed_profile AS listed
    WHERE ${isAsked} AND ($22::text IS NULL OR (${columns}, tax_id, doc_type) < (${values}, $23, $24))
    ORDER BY ${descending}, tax_id DESC, doc_type DESC LIMIT $25`,
});

const byColumn = (column: string, type: Exclude<KeyType, 'alert'>) =>
  pageBy(type, { columns: column, descending: sql`${column} DESC`, text: sql`(${column})::text`, values: sql`$22::text::${type}` });

/** The share of its greatest points, in thousandths, decides between two alerts of one class. */
const share = sql`coalesce(listed.alert_points * 1000 / nullif(listed.alert_max, 0), 0)`;
const byAlert = (level: string, part: string) =>
  pageBy('alert', {
    columns: sql`${level}, ${part}`,
    descending: sql`${level} DESC, ${part} DESC`,
    text: sql`${level} || '.' || ${part}`,
    values: sql`split_part($22, '.', 1)::smallint, split_part($22, '.', 2)::integer`,
  });

const exposure = sql`coalesce(listed.exposure_cents, -1)`;
const pages = {
  name: byColumn(sql`listed.name`, 'text'),
  alert: byAlert(sql`listed.alert`, share),
  expires: byColumn(sql`listed.expires_at`, 'timestamptz'),
  changed: byColumn(sql`listed.changed_at`, 'timestamptz'),
  taxId: byColumn(sql`listed.tax_id`, 'text'),
  loaded: byColumn(sql`listed.loaded_at`, 'timestamptz'),
  compliance: byColumn(sql`listed.compliance`, 'smallint'),
  light: byColumn(sql`listed.light_rank`, 'smallint'),
  exposure: byColumn(exposure, 'bigint'),
};

const unlessEnded = (column: string, nothing: string) => sql`CASE WHEN listed.standing = 'ended' THEN ${nothing} ELSE ${column} END`;
/**
 * For a list with queries that have ended. The row of one that has just ended may still hold its facts: neither its place nor a cursor may
 * tell them. These orders have no index.
 */
const pagesWithEnded: typeof pages = {
  name: byColumn(unlessEnded(sql`listed.name`, sql`''`), 'text'),
  alert: byAlert(unlessEnded(sql`listed.alert`, sql`0::smallint`), unlessEnded(share, sql`0`)),
  expires: pages.expires,
  changed: pages.changed,
  taxId: pages.taxId,
  loaded: pages.loaded,
  compliance: byColumn(unlessEnded(sql`listed.compliance`, sql`0::smallint`), 'smallint'),
  light: byColumn(unlessEnded(sql`listed.light_rank`, sql`0::smallint`), 'smallint'),
  exposure: byColumn(unlessEnded(exposure, sql`-1`), 'bigint'),
};

@Injectable()
export class PortfolioReader {
  constructor(
    private readonly database: Database,
    private readonly reads: WholeReads,
  ) {}

  async one(corporationId: string, { docType, taxId }: Document): Promise<PortfolioEntry | null> {
    const [row] = await this.database.rows<ListedRow>(
      sql`SELECT ${shown} FROM profiles.listed_profile WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3`,
      [corporationId, taxId, docType],
    );
    return row ? entryOf(row) : null;
  }

  async page(corporationId: string, filters: PortfolioFilters, order: PortfolioOrder = '-alert', asked: PageAsked): Promise<PortfolioPage> {
    const { limit, before, after, wrongPosition } = asked;
    const isBackwards = after !== undefined;
    const { sort, isDown } = wayOf(order);
    const from = position(after ?? before, pages[sort].type, wrongPosition);
    // One row more than shown tells whether there are others.
    const found = await this.reads.turn(corporationId, () =>
      this.rows(corporationId, filters, { sort, isDown: isDown !== isBackwards, from, limit: limit + 1 }),
    );
    const rows = isBackwards ? found.slice(0, limit).reverse() : found.slice(0, limit);
    const hasMore = found.length > limit;
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      entries: rows.map(entryOf),
      newer: first && (isBackwards ? hasMore : before !== undefined) ? cursorOf(first) : null,
      older: last && (isBackwards || hasMore) ? cursorOf(last) : null,
    };
  }

  /**
   * All rows that match a filter, with one page at a time in memory. The first page is read before this returns, so that the call can still
   * be refused.
   */
  async all(corporationId: string, filters: PortfolioFilters, order: PortfolioOrder = '-alert'): Promise<AsyncGenerator<ListedRow[]>> {
    const asked = { ...wayOf(order), limit: perPageOfFile };
    const read = (from?: Position) =>
      this.reads.turn(corporationId, () => this.rows(corporationId, filters, { ...asked, from }), { hasBegun: from !== undefined });
    return pagesFrom(await read(), (rows) => (rows.length < perPageOfFile ? undefined : read(rows.at(-1))));
  }

  private rows(
    corporationId: string,
    filters: PortfolioFilters,
    { sort, isDown, from, limit }: { sort: PortfolioSort; isDown: boolean; from: Position | undefined; limit: number },
  ): Promise<Keyed[]> {
    const way: 'up' | 'down' = isDown ? 'down' : 'up';
    return this.database.transaction((tx) => {
      // A generic plan for all filters would read the whole corporation for each.
      tx.send(sql`SET LOCAL plan_cache_mode = force_custom_plan`);
      const values = [...valuesOf(corporationId, filters), from?.key, from?.taxId, from?.docType, limit];
      const byOrder = listsEnded(filters) ? pagesWithEnded : pages;
      return tx.rows<Keyed>(byOrder[sort][way], values);
    });
  }
}

function wayOf(order: PortfolioOrder): { sort: PortfolioSort; isDown: boolean } {
  const isDown = order.startsWith('-');
  return { sort: (isDown ? order.slice(1) : order) as PortfolioSort, isDown };
}

function position(cursor: string | undefined, type: KeyType, wrongPosition: string): Position | undefined {
  if (cursor === undefined) return undefined;
  const found = positionOf(cursor, type);
  if (!found) throw VigiaError.of('bad_request', { detail: wrongPosition });
  return found;
}
