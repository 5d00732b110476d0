import { score_tercero } from '../sources/score_tercero/mapping.js';
import { defineSection } from './section-definition.js';

export const alerta_tercero = defineSection({
  sources: { score_tercero: { mapping: score_tercero } },
  v2: ({ score_tercero: piece }) => piece,
});
