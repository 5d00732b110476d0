import { useQueries } from '@tanstack/react-query';
import type { AnswerTo } from '#gateway/operations.ts';
import { type Asking, asOne, question } from '#gateway/queries.ts';

type Load = AnswerTo<'GET /panel/v1/loads/:requestId'>;
export type Kind = Load['kind'];
/** `isUnpaid`: the quota no longer covered the loaded documents of its request, so none of them was activated. */
export type Item = Load['items'][number] & { isUnpaid: boolean };

/** Several requests combined. */
export interface Whole {
  load: Omit<Load, 'items'>;
  items: Item[];
  requestIds: string[];
}

const oftenMs = 2_000;
const seldomMs = 5_000;
const longMs = 30_000;

/** Asks again until all have ended, and so have the other loads that they wait for: every two seconds at first, and less often for slow ones. */
export function useLoads(requestIds: string[]): Asking<Whole> {
  return useQueries({
    queries: requestIds.map((requestId) => ({
      ...question('GET /panel/v1/loads/:requestId', { params: { requestId } }),
      refetchInterval: ({ state: { data } }: { state: { data: Load | undefined } }) => {
        const isAwaited = data?.items.some(({ state, access }) => state === 'skipped' && access === 'pending');
        if (!data || (data.state === 'finished' && !isAwaited)) return false;
        return Date.now() - Date.parse(data.at) > longMs ? seldomMs : oftenMs;
      },
    })),
    combine: (answers) => asOne(answers, wholeOf),
  });
}

const states = ['loading', 'settling', 'finished'] as const;

function wholeOf(loads: Load[]): Whole | undefined {
  const [first] = loads;
  if (!first) return undefined;
  const sum = (of: (load: Load) => number) => loads.reduce((total, load) => total + of(load), 0);
  const count = (state: keyof Load['counts']) => sum(({ counts }) => counts[state]);
  return {
    load: {
      ...first,
      state: states.find((state) => loads.some((one) => one.state === state)) ?? first.state,
      counts: { loading: count('loading'), loaded: count('loaded'), skipped: count('skipped'), failed: count('failed') },
      activationFailed: sum(({ activationFailed }) => activationFailed),
      onlyQueries: sum(({ onlyQueries }) => onlyQueries),
    },
    items: loads.flatMap(({ items, activationFailed }) => items.map((item) => ({ ...item, isUnpaid: activationFailed > 0 }))),
    requestIds: loads.map(({ requestId }) => requestId),
  };
}
