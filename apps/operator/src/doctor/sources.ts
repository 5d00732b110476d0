import { isSourceName, type SourceStatus } from '@vigia/contracts';
import { sql } from '@vigia/database';
import { judgeAdded, readRefreshed } from './added-sources.js';
import { attention, fine, type Check, type Finding } from './finding.js';

const check = 'sources';
const mostFailing = 0.2;
const fewestAsked = 10;

export const checkSources: Check = async ({ ask, database }) => {
  const { sources } = await ask('sources.list', {});
  const simulated = await database.rows<{ source: string }>(sql`SELECT source FROM profiles.simulated_source ORDER BY source`);
  const found = judgeSources(sources, simulated.map(({ source }) => source).filter(isSourceName));
  const paused = sources.filter(({ pause }) => pause).map(({ source }) => source);
  return [...found, ...judgeAdded(await readRefreshed(database), paused)];
};

/**
 * Where the answers of a source come from. One with a circuit has a provider or the simulator over a network, perhaps beside an imported
 * register. Nobody answers for a source if nothing ever did, or for now if only a simulator did that runs no more.
 */
export function judgeSources(sources: SourceStatus[], simulated: string[]): Finding[] {
  const names = (some: SourceStatus[]) => some.map(({ source }) => source).join(', ');
  const paused = sources.filter(({ pause }) => pause);
  const open = sources.filter(({ circuits }) => circuits.open > 0);
  const failing = sources.filter(({ hour }) => hour.asked >= fewestAsked && hour.failed > mostFailing * hour.asked);
  const silent = sources.filter(({ lastAnswerAt }) => lastAnswerAt === null);
  const provided = sources.filter(({ circuits, lastAnswerAt }) => circuits.of > 0 && lastAnswerAt);
  const others = sources.filter((source) => source.lastAnswerAt && !provided.includes(source) && !simulated.includes(source.source));
  const faults = [
    ...(paused.length > 0
      ? [attention(check, `paused: ${names(paused)}`, 'Run `source resume <name>` once the reason no longer applies.')]
      : []),
    ...(open.length > 0
      ? [attention(check, `circuit open: ${names(open)}`, 'They failed too often in a row: docs/runbooks/VigiaSourceCircuitOpen.md.')]
      : []),
    ...(failing.length > 0
      ? [attention(check, `failed often in the last hour: ${names(failing)}`, 'See docs/runbooks/VigiaSourceTimesOut.md.')]
      : []),
    ...(simulated.length > 0
      ? [
          attention(
            check,
            `invented by the simulator: ${simulated.join(', ')}`,
            'For real data, configure a provider or import a register: docs/sources.md.',
          ),
        ]
      : []),
    ...(silent.length > 0
      ? [
          attention(
            check,
            `never answered: ${names(silent)}`,
            'The source is not contracted, or no load has asked it yet: docs/real-data.md says where its data can come from.',
          ),
        ]
      : []),
  ];
  const told = `can be asked over a network: ${names(provided) || 'none'}; only from registers and lists: ${names(others) || 'none'}`;
  return [fine(check, told), ...faults];
}
