import { sql } from '@vigia/database';

/** The four columns that accounts and entries have, as one value of SQL. */
export const balancesJson = sql`jsonb_build_object('granted', granted, 'available', available, 'held', held, 'consumed', consumed)`;
