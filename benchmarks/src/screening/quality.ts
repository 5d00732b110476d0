export interface Judged {
  score: number;
  isMatch: boolean;
  /** Nobody could decide otherwise. */
  isStrong: boolean;
}

const shown = 0.7;
const strong = 0.85;

export function qualityOf(judged: readonly Judged[]): string {
  const [low, high] = [at(judged, shown), at(judged, strong)];
  const thresholds = Array.from({ length: 100 }, (_, i) => i / 100);
  const best = Math.max(...thresholds.map((threshold) => at(judged, threshold).f1));
  const wrong = judged.filter(({ isStrong, isMatch, score }) => isStrong && score >= shown !== isMatch).length;
  return [
    `P ${fixed(low.precision)} R ${fixed(low.recall)} F1 ${fixed(low.f1)} at ${shown}`,
    `P ${fixed(high.precision)} R ${fixed(high.recall)} F1 ${fixed(high.f1)} at ${strong}`,
    `best F1 ${fixed(best)}`,
    `average precision ${fixed(averagePrecision(judged))}`,
    `${wrong} of ${judged.filter(({ isStrong }) => isStrong).length} clear ones wrong`,
  ].join('; ');
}

function at(judged: readonly Judged[], threshold: number): { precision: number; recall: number; f1: number } {
  const found = judged.filter(({ score }) => score >= threshold);
  const right = found.filter(({ isMatch }) => isMatch).length;
  const precision = right / Math.max(1, found.length);
  const recall = right / Math.max(1, judged.filter(({ isMatch }) => isMatch).length);
  return { precision, recall, f1: (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall) };
}

/** Pairs with the same score count together: their order among themselves must not matter. */
function averagePrecision(judged: readonly Judged[]): number {
  const all = judged.filter(({ isMatch }) => isMatch).length;
  const scores = [...new Set(judged.map(({ score }) => score))].toSorted((one, other) => other - one);
  let [seen, right, sum] = [0, 0, 0];
  for (const score of scores) {
    const block = judged.filter((each) => each.score === score);
    const matches = block.filter(({ isMatch }) => isMatch).length;
    seen += block.length;
    right += matches;
    sum += (matches / Math.max(1, all)) * (right / seen);
  }
  return sum;
}

function fixed(value: number): string {
  return value.toFixed(3);
}
