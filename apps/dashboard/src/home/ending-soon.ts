import type { AnswerTo } from '#gateway/operations.ts';
import { dayAfter } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';

type Contract = Pick<AnswerTo<'GET /panel/v1/contracts'>['contracts'][number], 'kind' | 'startsOn' | 'endsOn'>;

const dayMs = 86_400_000;

/** The first day that is more than 30 days ahead. */
export const firstLaterDay = () => dayOf(Date.now() + 31 * dayMs);

/**
 * The last day of monitoring under a monthly contract that ends on `endsOn`, if it is at most 30 days ahead. Monitoring goes on if another
 * monthly contract follows on the next day. Contracts come oldest first.
 */
export function endWithContracts(endsOn: string, contracts: readonly Contract[]): string | undefined {
  const lastDay = contracts.reduce(continued, endsOn);
  return lastDay < firstLaterDay() ? lastDay : undefined;
}

const continued = (lastDay: string, { kind, startsOn, endsOn }: Contract) =>
  kind === 'monthly' && startsOn === dayAfter(lastDay) ? endsOn : lastDay;
