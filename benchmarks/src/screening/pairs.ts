import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compareNames, prepareName, type NameKind } from '@vigia/names';
import { parse } from 'csv-parse/sync';
import { logicV2 } from './logic-v2.js';
import { median } from '../statistics.js';
import { qualityOf, type Judged } from './quality.js';

interface Pair {
  schema: string;
  name1: string;
  name2: string;
  is_match: string;
  quality: string;
  score?: string;
}

const warmUps = 10;
const rounds = 9;

/** Pairs of names that people have judged: how often we agree, and what a comparison costs with both names prepared for it. */
export function measurePairs(file: string, frozen: string | undefined): string {
  const pairs = read<Pair>(file);
  const others = new Map(frozen ? read<Pair>(frozen).map((pair) => [keyOf(pair), Number(pair.score)]) : []);
  const judged = (scoreOf: (pair: Pair) => number): Judged[] => pairs.map(judgedBy(scoreOf));
  const lines = [`${pairs.length} pairs of ${file.split('/').at(-1)}`, `  ours        ${qualityOf(judged(similarity))}`];
  for (const [i, half] of halves(pairs).entries())
    lines.push(`  ours, ${i === 0 ? 'a random half' : 'the other one'}  ${qualityOf(half.map((pair) => judgedBy(similarity)(pair)))}`);
  const live = logicV2(pairs);
  if (live) {
    const scoreOf = new Map(pairs.map((pair, i) => [pair, live.scores[i]!]));
    lines.push(`  logic-v2    ${qualityOf(judged((pair) => scoreOf.get(pair)!))}; ${live.us.toFixed(0)} µs of processor time a pair`);
  }
  if (others.size > 0) {
    const known = pairs.filter((pair) => others.has(keyOf(pair))).length;
    lines.push(`  ${known} frozen  ${qualityOf(judged((pair) => others.get(keyOf(pair)) ?? 0))}`);
  }
  return [...lines, `  ${costUs(pairs).toFixed(1)} µs of processor time a pair`].join('\n');
}

const judgedBy = (scoreOf: (pair: Pair) => number) => (pair: Pair) => ({
  score: scoreOf(pair),
  isMatch: pair.is_match === 'true',
  isStrong: pair.quality === 'STRONG',
});

/** Two halves by a hash of each pair: rules that are fitted to some pairs would show a difference here. */
function halves(pairs: Pair[]): [Pair[], Pair[]] {
  const isFirst = (pair: Pair) => createHash('sha256').update(keyOf(pair)).digest()[0]! % 2 === 0;
  return [pairs.filter(isFirst), pairs.filter((pair) => !isFirst(pair))];
}

function similarity({ schema, name1, name2 }: Pair): number {
  const kind: NameKind = schema === 'Person' ? 'person' : 'company';
  return compareNames(prepareName(name1, kind), prepareName(name2, kind)).score;
}

function costUs(pairs: Pair[]): number {
  const samples = Array.from({ length: warmUps + rounds }, () => {
    const before = process.cpuUsage();
    for (const pair of pairs) similarity(pair);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / pairs.length;
  });
  return median(samples.slice(warmUps));
}

function keyOf({ schema, name1, name2 }: Pair): string {
  return JSON.stringify([schema, name1, name2]);
}

export function read<Row>(file: string): Row[] {
  return parse(readFileSync(file, 'utf8'), { columns: true, bom: true });
}
