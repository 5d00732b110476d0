const shortestMs = 4;
/** Four ranges per doubling: a percentile is at most a fifth off. */
const rangesPerDoubling = 4;
const longestMs = 300_000;
const ranges = Math.ceil(rangesPerDoubling * Math.log2(longestMs / shortestMs)) + 1;

/** Counts of answers by duration. Each range is longer than the previous one by the same factor. */
export type AnswerTimes = number[];

export function noTimes(): AnswerTimes {
  return Array<number>(ranges).fill(0);
}

/** The range of a duration; the last one has no upper end. */
export function rangeOf(ms: number): number {
  if (ms <= shortestMs) return 0;
  return Math.min(ranges - 1, Math.ceil(rangesPerDoubling * Math.log2(ms / shortestMs)));
}

const upperEnd = (range: number) => shortestMs * 2 ** (range / rangesPerDoubling);
const lowerEnd = (range: number) => (range === 0 ? 0 : upperEnd(range - 1));

/** The duration that a share of the answers did not exceed, as if the answers within a range were spread evenly. Null without an answer. */
export function percentileMs(times: AnswerTimes, share: number): number | null {
  const rank = share * times.reduce((sum, count) => sum + count, 0);
  if (rank === 0) return null;
  let before = 0;
  const range = times.findIndex((count) => {
    if (count > 0 && before + count >= rank) return true;
    before += count;
    return false;
  });
  const within = (rank - before) / times[range]!;
  return Math.round(lowerEnd(range) + (upperEnd(range) - lowerEnd(range)) * within);
}
