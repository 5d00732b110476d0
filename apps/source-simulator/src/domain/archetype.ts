import type { Random } from './random.js';

export const archetypes = ['healthy', 'young', 'mild_arrears', 'stressed', 'distressed', 'insolvent'] as const;
export type Archetype = (typeof archetypes)[number];

const shares: readonly (readonly [Archetype, number])[] = [
  ['healthy', 60],
  ['young', 15],
  ['mild_arrears', 12],
  ['stressed', 8],
  ['distressed', 4],
  ['insolvent', 1],
];

export function drawArchetype(random: Random): Archetype {
  return random.weighted(shares);
}
