import type { PortfolioFilters, PortfolioOrder, PortfolioSort } from '@vigia/contracts';
import { sql } from '@vigia/database';
import type { KeyType } from './domain/page-cursor.js';
import { shown } from './listed-row.js';
import { isAsked, listsEnded } from './portfolio-filter.js';

interface SortKey {
  columns: string;
  descending: string;
  /** The columns as one text, as a cursor keeps them, and the values that such a text stands for. */
  text: string;
  values: string;
}

/** A generic plan for all filters would read the whole corporation for each. */
export const planForTheseFilters = sql`SET LOCAL plan_cache_mode = force_custom_plan`;

const perPageOfFile = 1_000;

/** All documents of a filter in an order, as one short text for each page of a file. */
const documentsBy = (order: string) => sql`
  SELECT string_agg(doc_type || ' ' || tax_id, ',' ORDER BY place) AS documents FROM (
    SELECT doc_type, tax_id, row_number() OVER (ORDER BY ${order}) AS place FROM profiles.listed_profile AS listed WHERE ${isAsked}) AS found
  GROUP BY (place - 1) / ${perPageOfFile} ORDER BY (place - 1) / ${perPageOfFile}`;

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
  documentsUp: documentsBy(sql`${columns}, tax_id, doc_type`),
  documentsDown: documentsBy(sql`${descending}, tax_id DESC, doc_type DESC`),
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

/** By its words, in which capitals and accents do not count. A cursor keeps the name itself. */
const byName = (words: string, name: string) =>
  pageBy('text', { columns: words, descending: sql`${words} DESC`, text: name, values: sql`profiles.portfolio_words($22)` });

const exposure = sql`coalesce(listed.exposure_cents, -1)`;
export const byOrder = {
  name: byName(sql`listed.search`, sql`listed.name`),
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
const byOrderWithEnded: typeof byOrder = {
  name: byName(unlessEnded(sql`listed.search`, sql`''`), unlessEnded(sql`listed.name`, sql`''`)),
  alert: byAlert(unlessEnded(sql`listed.alert`, sql`0::smallint`), unlessEnded(share, sql`0`)),
  expires: byOrder.expires,
  changed: byOrder.changed,
  taxId: byOrder.taxId,
  loaded: byOrder.loaded,
  compliance: byColumn(unlessEnded(sql`listed.compliance`, sql`0::smallint`), 'smallint'),
  light: byColumn(unlessEnded(sql`listed.light_rank`, sql`0::smallint`), 'smallint'),
  exposure: byColumn(unlessEnded(exposure, sql`-1`), 'bigint'),
};

export const ordersFor = (filters: PortfolioFilters) => (listsEnded(filters) ? byOrderWithEnded : byOrder);

export function wayOf(order: PortfolioOrder): { sort: PortfolioSort; isDown: boolean } {
  const isDown = order.startsWith('-');
  return { sort: (isDown ? order.slice(1) : order) as PortfolioSort, isDown };
}
