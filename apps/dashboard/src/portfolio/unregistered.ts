import type { PortfolioEntry } from '@vigia/contracts';

/** The register of taxpayers does not know the document: nothing else makes a load fail although sources have answered. */
export function isUnregistered({ standing, light, debt }: Pick<PortfolioEntry, 'standing' | 'light' | 'debt'>): boolean {
  return standing === 'failed' && (light.code === 'SH11' || debt.code === 'SH11');
}
