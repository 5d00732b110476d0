export { compareNames, type Comparison } from './comparison/compare-names.js';
export { NameIndex } from './finding/name-index.js';
export { asKind, prepareName, type PreparedName } from './prepared-name.js';
export type { NameKind } from './words/name-words.js';
