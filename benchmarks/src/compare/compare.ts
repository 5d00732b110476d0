import { report } from '../report.js';
import { resultsOf, type Result } from '../results.js';
import { takeTurns } from '../turns.js';
import { Arrivals } from '../webhooks/arrivals.js';
import { figures, oneRound, type Figure } from './figures.js';
import { buildRevision, here } from './revision.js';
import { startVersion, type Version } from './version.js';

const budgetMs = 120_000;
/** Before the first figure, so that both run compiled code and prepared statements. */
const warmUps = 4;

/** Compares this build with that of a revision, each on its own servers, in turns: all figures, or those whose name begins with `only`. */
export async function compareWith(revision: string, rounds: number, only = ''): Promise<Result[]> {
  const arrivals = await Arrivals.open();
  const all = figures(arrivals);
  const chosen = all.filter(({ what }) => what.startsWith(only));
  if (chosen.length === 0)
    throw new TypeError(`--only: no figure of ${all.map(({ what }) => `"${what}"`).join(', ')} begins with "${only}"`);
  console.log(`building ${revision}`);
  const other = await buildRevision(revision);
  const versions: Version[] = [];
  try {
    versions.push(await startVersion('here', here, arrivals.url));
    versions.push(await startVersion(other.name, other.folder, arrivals.url));
    for (let i = 0; i < warmUps; i += 1) for (const version of versions) await oneRound(all[0]!, version);
    const results: Result[] = [];
    for (const figure of chosen) results.push(...(await compared(figure, versions, rounds)));
    return results;
  } finally {
    await Promise.all(versions.map((version) => version.stop()));
    arrivals.close();
    await other.remove();
  }
}

async function compared(figure: Figure, versions: readonly Version[], rounds: number): Promise<Result[]> {
  process.stdout.write(`\n${figure.what} `);
  const measure = (version: Version) => oneRound(figure, version);
  const onRound = () => process.stdout.write('.');
  const results = resultsOf(figure.what, versions, await takeTurns({ contenders: versions, rounds, budgetMs, measure, onRound }));
  console.log(`\n${report(results)}`);
  return results;
}
