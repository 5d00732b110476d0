import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../..', import.meta.url));

interface Stage {
  name: string;
  from: string;
  instructions: string[];
}

/** The stages of the Dockerfile, in order, with continued lines joined. */
export function readStages(): Stage[] {
  const lines = readFileSync(`${repository}/deploy/Dockerfile`, 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, from, name] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
    if (from && name) stages.push({ name, from, instructions: [] });
    else stages.at(-1)?.instructions.push(line);
  }
  return stages;
}

/** The instructions of a stage after those of the stages that it is made from. */
export function inherited(stages: Stage[], name: string): string[] {
  const stage = stages.find((candidate) => candidate.name === name);
  return stage ? [...inherited(stages, stage.from), ...stage.instructions] : [];
}

/** The last one counts, as for the builder. */
export function commandOf(instructions: string[], pattern: RegExp): string[] {
  const found = instructions.findLast((line) => pattern.test(line));
  return found ? (JSON.parse(found.slice(found.indexOf('['))) as string[]) : [];
}
