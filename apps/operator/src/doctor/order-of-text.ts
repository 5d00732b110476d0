import { sql } from '@vigia/database';
import { fine, wrong, type Check, type Finding } from './finding.js';

const check = 'order of text';

interface Order {
  provider: 'builtin' | 'icu' | 'libc';
  locale: string;
  /** The versions of the rules by which the indexes were built, and of those that the server has now. Null where the rules have no version. */
  builtWith: string | null;
  now: string | null;
}

export const checkOrderOfText: Check = async ({ database }) => {
  const [order] = await database.rows<Order>(
    sql`SELECT CASE datlocprovider WHEN 'b' THEN 'builtin' WHEN 'i' THEN 'icu' ELSE 'libc' END AS provider, coalesce(datlocale, datcollate) AS locale,
       datcollversion AS built_with, pg_database_collation_actual_version(oid) AS now
     FROM pg_database WHERE datname = current_database()`,
  );
  return judgeOrder(order!);
};

/**
 * An update of the operating system may change the order of text. Then an index of text no longer finds every row, and accepts a value a second
 * time. The order of `builtin` does not depend on the operating system.
 */
export function judgeOrder({ provider, locale, builtWith, now }: Order): Finding[] {
  const told = `${locale} of ${provider}`;
  if (builtWith !== now)
    return [
      wrong(
        check,
        `${told}: the indexes were built with version ${builtWith ?? 'unknown'} of its rules, the server has ${now ?? 'none'}`,
        'Stop the services, then REINDEX DATABASE and ALTER DATABASE … REFRESH COLLATION VERSION: docs/postgresql.md says how.',
      ),
    ];
  return [fine(check, now === null || provider === 'builtin' ? told : `${told}, version ${now}, which comes with the operating system`)];
}
