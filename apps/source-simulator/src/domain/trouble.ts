import type { Random, Range } from './world.js';

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

/** The trouble of a taxpayer at full severity. Shares are parts of the debt at the lenders concerned; amounts are in soles. */
const fields = [
  'daysOverdue',
  'affectedShare',
  'overdueShare',
  'judicialShare',
  'refinancedShare',
  'writtenOff',
  'coactiveDebt',
  'overdueBills',
  'protestsPerYear',
  'labourDebt',
  'resolutionsPerYear',
  'payrollFall',
  'judicialDebt',
  'edictsPerYear',
] as const;
export type Trouble = Record<(typeof fields)[number], number>;

// A range that begins below zero often draws no trouble.
const ranges: Record<Archetype, Partial<Record<keyof Trouble, Range>>> = {
  healthy: { coactiveDebt: [-90_000, 3_000] },
  young: { overdueBills: [-8_000, 1_500] },
  mild_arrears: {
    daysOverdue: [9, 30],
    affectedShare: [0.2, 0.7],
    overdueShare: [0.01, 0.05],
    coactiveDebt: [-4_000, 5_000],
    overdueBills: [-3_000, 4_000],
    protestsPerYear: [-1, 1],
  },
  stressed: {
    daysOverdue: [31, 60],
    affectedShare: [0.4, 1],
    overdueShare: [0.05, 0.15],
    refinancedShare: [-0.1, 0.2],
    coactiveDebt: [-5_000, 20_000],
    overdueBills: [-4_000, 15_000],
    protestsPerYear: [-2, 3],
    labourDebt: [-9_000, 9_000],
    resolutionsPerYear: [-2, 2],
    payrollFall: [0, 0.3],
    edictsPerYear: [-2, 1],
  },
  distressed: {
    daysOverdue: [61, 120],
    affectedShare: [0.6, 1],
    overdueShare: [0.1, 0.3],
    judicialShare: [0, 0.2],
    refinancedShare: [0, 0.2],
    coactiveDebt: [-5_000, 60_000],
    overdueBills: [0, 50_000],
    protestsPerYear: [0, 5],
    labourDebt: [-9_000, 40_000],
    resolutionsPerYear: [0, 3],
    payrollFall: [0.1, 0.6],
    judicialDebt: [-30_000, 30_000],
    edictsPerYear: [-1, 2],
  },
  insolvent: {
    daysOverdue: [150, 600],
    affectedShare: [1, 1],
    overdueShare: [0.2, 0.4],
    judicialShare: [0.2, 0.5],
    refinancedShare: [-0.05, 0.08],
    writtenOff: [3_000, 90_000],
    coactiveDebt: [5_000, 200_000],
    overdueBills: [5_000, 120_000],
    protestsPerYear: [2, 8],
    labourDebt: [5_000, 90_000],
    resolutionsPerYear: [1, 5],
    payrollFall: [0.5, 1],
    judicialDebt: [0, 90_000],
    edictsPerYear: [1, 6],
  },
};

export const noTrouble = Object.fromEntries(fields.map((field) => [field, 0])) as Trouble;

/** Every field draws once, so that a new range never shifts the others. */
export function drawTrouble(archetype: Archetype, random: Random): Trouble {
  const drawn = fields.map((field) => [field, Math.max(0, random.between(ranges[archetype][field] ?? [0, 0]))]);
  return Object.fromEntries(drawn) as Trouble;
}
