export { compareNames, type Comparison } from './comparison/compare-names.js';
export { prepareName, searchText, type PreparedName } from './prepared-name.js';
export type { NameKind } from './words/name-words.js';
