import type { PortfolioFilters, PortfolioOrder } from '@vigia/contracts';
import type { Database } from '@vigia/database';
import { valuesOf } from './portfolio-filter.js';
import { ordersFor, planForTheseFilters, wayOf } from './portfolio-orders.js';

/** The documents of all profiles that match a filter, in the order asked, as one text for each page of a file. */
export async function documentsInOrder(
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
