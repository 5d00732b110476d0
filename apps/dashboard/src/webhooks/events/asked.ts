import { momentsOf } from '#language/day.ts';

type Texts = Record<string, string | undefined>;

/** Turns the parameters of this page's address into those of an operation; both days are whole days in Lima. */
export function askedBy({ webhook, health, from, to, tests, before, after }: Texts) {
  return {
    limit: '25',
    configurationId: webhook,
    health: health as 'FAILED' | undefined,
    isTest: tests as 'true' | undefined,
    ...momentsOf({ from, to }),
    before,
    after,
  };
}
