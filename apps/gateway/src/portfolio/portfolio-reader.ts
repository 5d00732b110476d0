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
import { pagesFrom } from '../csv/send-csv.js';
import { cursorOf, positionOf, type Position } from './domain/page-cursor.js';
import { entryOf, shown, type ListedRow } from './listed-row.js';
import { valuesOf } from './portfolio-filter.js';
import { byOrder, ordersFor, planForTheseFilters, wayOf } from './portfolio-orders.js';
import { WholeReads } from '../limits/whole-reads.js';

/** For people and programs alike. */
export const usualLimit = 25;

interface PortfolioPageAsked {
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

/** A join could read the whole corporation for the documents of one page. */
const named = sql`SELECT listed.* FROM unnest(string_to_array($2, ',')) WITH ORDINALITY AS asked (document, place)
  CROSS JOIN LATERAL (SELECT ${shown} FROM profiles.listed_profile AS listed
    WHERE corporation_id = $1 AND doc_type = split_part(asked.document, ' ', 1) AND tax_id = split_part(asked.document, ' ', 2) OFFSET 0) AS listed
  ORDER BY asked.place`;

@Injectable()
export class PortfolioReader {
  constructor(
    private readonly database: Database,
    private readonly reads: WholeReads,
  ) {}

  async one(corporationId: string, { docType, taxId }: Document): Promise<PortfolioEntry | null> {
    const [row] = await this.database.rows<ListedRow>(
      sql`SELECT ${shown} FROM profiles.listed_profile AS listed WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3`,
      [corporationId, taxId, docType],
    );
    return row ? entryOf(row) : null;
  }

  async page(
    corporationId: string,
    filters: PortfolioFilters,
    order: PortfolioOrder = '-alert',
    asked: PortfolioPageAsked,
  ): Promise<PortfolioPage> {
    const { limit, before, after, wrongPosition } = asked;
    const isBackwards = after !== undefined;
    const { sort, isDown } = wayOf(order);
    const from = position(after ?? before, sort, wrongPosition);
    // One row more than shown tells whether there are others.
    const found = await this.reads.turn(corporationId, () =>
      this.rows(corporationId, filters, { sort, isDown: isDown !== isBackwards, from, limit: limit + 1 }),
    );
    const rows = isBackwards ? found.slice(0, limit).reverse() : found.slice(0, limit);
    const hasMore = found.length > limit;
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      entries: rows.map(entryOf),
      newer: first && (isBackwards ? hasMore : before !== undefined) ? cursorOf(first, sort) : null,
      older: last && (isBackwards || hasMore) ? cursorOf(last, sort) : null,
    };
  }

  /**
   * All profiles that match a filter now, each once and in the order of now, although the order may change while a client reads: each row is
   * as it is when its page is read. The documents of all pages are in memory, and the rows of one. The first page is read before this
   * returns, so that the call can still be refused.
   */
  async all(corporationId: string, filters: PortfolioFilters, order: PortfolioOrder = '-alert'): Promise<AsyncGenerator<ListedRow[]>> {
    const read = (documents: string) => this.database.rows<ListedRow>(named, [corporationId, documents]);
    const { pages, first } = await this.reads.turn(corporationId, async () => {
      const [documents, ...others] = await documentsInOrder(this.database, corporationId, filters, order);
      return { pages: others, first: documents === undefined ? [] : await read(documents) };
    });
    const next = () => {
      const documents = pages.shift();
      return documents === undefined ? undefined : this.reads.turn(corporationId, () => read(documents), { hasBegun: true });
    };
    return pagesFrom(first, next);
  }

  private rows(
    corporationId: string,
    filters: PortfolioFilters,
    { sort, isDown, from, limit }: { sort: PortfolioSort; isDown: boolean; from: Position | undefined; limit: number },
  ): Promise<Keyed[]> {
    const way: 'up' | 'down' = isDown ? 'down' : 'up';
    return this.database.transaction((tx) => {
      tx.send(planForTheseFilters);
      const values = [...valuesOf(corporationId, filters), from?.key, from?.taxId, from?.docType, limit];
      return tx.rows<Keyed>(ordersFor(filters)[sort][way], values);
    });
  }
}

function position(cursor: string | undefined, sort: PortfolioSort, wrongPosition: string): Position | undefined {
  if (cursor === undefined) return undefined;
  const found = positionOf(cursor, { sort, type: byOrder[sort].type });
  if (!found) throw VigiaError.of('bad_request', { detail: wrongPosition });
  return found;
}

/** The documents of all profiles that match a filter, in the order asked, as one text for each page of a file. */
async function documentsInOrder(
  database: Database,
  corporationId: string,
  filters: PortfolioFilters,
  order: PortfolioOrder,
): Promise<string[]> {
  const { sort, isDown } = wayOf(order);
  const way: 'documentsUp' | 'documentsDown' = isDown ? 'documentsDown' : 'documentsUp';
  const pages = await database.transaction((tx) => {
    tx.send(planForTheseFilters);
    return tx.rows<{ documents: string }>(ordersFor(filters)[sort][way], valuesOf(corporationId, filters));
  });
  return pages.map(({ documents }) => documents);
}
