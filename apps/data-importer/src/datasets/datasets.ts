import type { Dataset } from './dataset.js';
import { eu } from './eu/layout.js';
import { ofacConsolidated } from './ofac_consolidated/layout.js';
import { ofacSdn } from './ofac_sdn/layout.js';
import { padronReducido } from './padron_reducido/layout.js';
import { uk } from './uk/layout.js';
import { un } from './un/layout.js';
import { worldBank } from './world_bank/layout.js';

/** Every register and list that can be brought in, a line each. */
export const datasets: readonly Dataset[] = [padronReducido, ofacSdn, ofacConsolidated, un, eu, uk, worldBank];

export function datasetOf(name: string): Dataset | undefined {
  return datasets.find((dataset) => dataset.name === name);
}
