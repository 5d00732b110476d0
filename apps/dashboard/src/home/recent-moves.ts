import type { PortfolioRisk } from '@vigia/contracts';
import { daysBetween } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';

/** The changes of this week and of the three before it. In 28 days the gateway counts whole weeks, which are five. */
export function movesOfFourWeeks(moved: PortfolioRisk['moved']): PortfolioRisk['moved'] {
  const today = dayOf(Date.now());
  return moved.filter(({ week }) => daysBetween(week, today) < 28);
}
