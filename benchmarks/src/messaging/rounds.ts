import { quantile } from './statistics.js';
import type { Running } from './running.js';

export interface Round {
  p50Ms: number;
  p95Ms: number;
  /** Of the asking and the answering process, for one message. */
  cpuUs: number;
}

type TurnTaker = Pick<Running, 'name' | 'ask' | 'cpuUs'>;

export interface Plan {
  rounds: number;
  /** Of one contender in one round. */
  messages: number;
  inFlight: number;
  /** No round begins later than this. */
  budgetMs: number;
  onRound: () => void;
}

const stuckAfterMs = 30_000;

/** All contenders in turn, round after round, so that whatever else the machine does hits them alike. */
export async function takeTurns(contenders: readonly TurnTaker[], plan: Plan): Promise<Round[][]> {
  const endsAt = performance.now() + plan.budgetMs;
  const results: Round[][] = contenders.map(() => []);
  await everyone(contenders, plan);
  for (let count = 0; count < plan.rounds && (count === 0 || performance.now() < endsAt); count += 1) {
    const measured = await everyone(contenders, plan);
    measured.forEach((round, index) => results[index]?.push(round));
    plan.onRound();
  }
  return results;
}

async function everyone(contenders: readonly TurnTaker[], plan: Plan): Promise<Round[]> {
  const rounds: Round[] = [];
  for (const contender of contenders) {
    rounds.push(await oneRound(contender, plan));
  }
  return rounds;
}

async function oneRound(contender: TurnTaker, { messages, inFlight }: Plan): Promise<Round> {
  const cpuBeforeUs = await contender.cpuUs();
  const timesMs = await within(stuckAfterMs, contender.name, timesOf(contender, messages, inFlight));
  const cpuUs = ((await contender.cpuUs()) - cpuBeforeUs) / messages;
  return { p50Ms: quantile(timesMs, 0.5), p95Ms: quantile(timesMs, 0.95), cpuUs };
}

async function timesOf(contender: TurnTaker, messages: number, inFlight: number): Promise<number[]> {
  const timesMs: number[] = [];
  let left = messages;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await contender.ask();
      timesMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return timesMs;
}

async function within<T>(timeoutMs: number, name: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} is stuck`)), timeoutMs);
  });
  return Promise.race([work, stuck]).finally(() => clearTimeout(timer));
}
