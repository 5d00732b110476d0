import { defineMapping } from '../source-mapping.js';
import { levelOf } from './level.js';
import { screening } from './raw-answer.js';

export const listas_compliance = defineMapping({
  answer: screening,
  piece: (raw) => ({ nivel: levelOf(raw?.coincidencias ?? []) }),
});
