import { type Archetype, drawTrouble, type Trouble } from './trouble.js';
import { monthOf, type Month } from './month.js';
import type { Random, Range } from './world.js';

export type Size = 'person' | 'micro' | 'small' | 'medium' | 'large';

/** The economic state of a taxpayer. Every source shows a part of it. */
export interface Condition {
  size: Size;
  registeredSince: Month;
  /** Direct debt of an ordinary month, soles. */
  debt: number;
  /** Credit granted and not drawn, in soles. A taxpayer with a line and no debt is not rated. */
  unusedLine: number;
  lenders: number;
  /** No lender reports anything earlier. */
  bankedSince: Month;
  troubledSince: Month;
  /** 0: trouble is the same every month; 1: it comes and goes. */
  volatility: number;
  insolvent: boolean;
  trouble: Trouble;
}

const companySizes: readonly (readonly [Size, number])[] = [
  ['micro', 50],
  ['small', 35],
  ['medium', 12],
  ['large', 3],
];

type Banking = 'borrower' | 'unused_line' | 'none';

const healthyBanking: readonly (readonly [Banking, number])[] = [
  ['borrower', 90],
  ['unused_line', 4],
  ['none', 6],
];

const debtRanges: Record<Size, Range> = {
  person: [2_000, 60_000],
  micro: [5_000, 60_000],
  small: [60_000, 900_000],
  medium: [900_000, 8_000_000],
  large: [8_000_000, 80_000_000],
};

// Fixed months, not relative ones: events of a month must not depend on the time of the question.
const longAgo = monthOf(2015, 1);
const registered: Range = [monthOf(1993, 1), monthOf(2022, 12)];
const youngRegistered: Range = [monthOf(2024, 1), monthOf(2025, 12)];
const youngBanked: Range = [monthOf(2026, 1), monthOf(2027, 6)];
const troubleBegins: Range = [monthOf(2024, 6), monthOf(2026, 6)];

export function drawCondition(archetype: Archetype, kind: 'company' | 'person', random: Random): Condition {
  const companySize = random.weighted(companySizes);
  const size = kind === 'person' ? 'person' : archetype === 'young' ? 'micro' : companySize;
  const banking = random.weighted(archetype === 'healthy' ? healthyBanking : [['borrower', 1]]);
  const debt = random.between(debtRanges[size]);
  const lenders = random.integer(1, size === 'person' || size === 'micro' ? 3 : 5);
  const registeredSince = random.integer(...(archetype === 'young' ? youngRegistered : registered));
  const youngSince = random.integer(...youngBanked);
  return {
    size,
    registeredSince,
    debt: banking === 'borrower' ? debt : 0,
    unusedLine: banking === 'none' ? 0 : debt * 0.1,
    lenders,
    bankedSince: archetype === 'young' ? youngSince : longAgo,
    troubledSince: random.integer(...troubleBegins),
    volatility: random.between([0.05, 0.3]),
    insolvent: archetype === 'insolvent',
    trouble: drawTrouble(archetype, random),
  };
}

/** Whether a lender has anything to report. */
export function isBanked({ debt, unusedLine }: Condition): boolean {
  return debt + unusedLine > 0;
}

const monthsToFullTrouble = 6;

/** How much of the trouble is felt in a month, 0–1; `noise` is a number of that month, 0–1. */
export function severityOf(condition: Condition, month: Month, noise: number): number {
  const reached = Math.min(1, Math.max(0, (month - condition.troubledSince + 1) / monthsToFullTrouble));
  return reached * (1 - condition.volatility * noise);
}
