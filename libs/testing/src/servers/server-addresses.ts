/** These tell every test process of a run where its servers are. */
export const postgresVariable = 'VIGIA_TEST_POSTGRES_URL';
export const redisVariable = 'VIGIA_TEST_REDIS_URL';
export const livingSystemsVariable = 'VIGIA_TEST_LIVING_SYSTEMS_URL';
/** A folder of the run in which Node caches compiled code, so that only the first start of each service compiles. */
export const compiledVariable = 'VIGIA_TEST_COMPILED';

export function connectionTo(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
