interface Turns<Contender, Round> {
  contenders: readonly Contender[];
  rounds: number;
  /** No round begins later than this. */
  budgetMs: number;
  /** One contender's turn in one round. */
  measure: (contender: Contender) => Promise<Round>;
  onRound: () => void;
}

/**
 * All contenders in turn, round after round, so that other work on the machine affects them alike; in every second round the order is
 * reversed. The first round warms up and does not count.
 */
export async function takeTurns<Contender, Round>(turns: Turns<Contender, Round>): Promise<Round[][]> {
  const { contenders, rounds, budgetMs, onRound } = turns;
  const endsAt = performance.now() + budgetMs;
  const results: Round[][] = contenders.map(() => []);
  await everyone(turns);
  for (let count = 0; count < rounds && (count === 0 || performance.now() < endsAt); count += 1) {
    const isBackwards = count % 2 === 1;
    const measured = await everyone({ ...turns, contenders: isBackwards ? contenders.toReversed() : contenders });
    (isBackwards ? measured.toReversed() : measured).forEach((round, index) => results[index]?.push(round));
    onRound();
  }
  return results;
}

async function everyone<Contender, Round>({ contenders, measure }: Turns<Contender, Round>): Promise<Round[]> {
  const rounds: Round[] = [];
  for (const contender of contenders) rounds.push(await measure(contender));
  return rounds;
}
