import type { DatasetKind } from './datasets.js';

/** What can be retired while the release has it: any other register answers a source, which would be left without an answer. */
export const isOfSanctions = (kind: DatasetKind): boolean => kind === 'list' || kind === 'sanctioned';

/** How the reason of a pause begins if another act has caused the pause. */
export const pauseCauses = { rollback: 'rolled back: ', retirement: 'retired: ' };
