/** The four columns that accounts and entries have, as one value of SQL. */
export const balancesJson = `jsonb_build_object('granted', granted, 'available', available, 'held', held, 'consumed', consumed)`;
