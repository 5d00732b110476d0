import { sourceNames, type SourceName } from '@vigia/contracts';
import { identificacion } from './identificacion/mapping.js';
import type { SourceMapping } from './source-mapping.js';

/** Until a source has a mapping of its own, its section shows the answer as it came, under the name of the source. */
function asItCame(source: SourceName): SourceMapping {
  return { accepts: () => true, section: (raw) => ({ [source]: raw }) };
}

export const mappings: Record<SourceName, SourceMapping> = {
  ...(Object.fromEntries(sourceNames.map((source) => [source, asItCame(source)])) as Record<SourceName, SourceMapping>),
  identificacion,
};
