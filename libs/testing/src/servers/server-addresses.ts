/** Where the servers of this test run are, for every test process of it. */
export const postgresVariable = 'VIGIA_TEST_POSTGRES_URL';
export const redisVariable = 'VIGIA_TEST_REDIS_URL';
export const livingSystemsVariable = 'VIGIA_TEST_LIVING_SYSTEMS_URL';

export function connectionTo(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
