import { representantes_legales } from '../sources/representantes_legales/mapping.js';
import { defineSection } from './section-definition.js';

export const legal = defineSection({
  sources: { representantes_legales: { mapping: representantes_legales } },
  v2: ({ representantes_legales: piece }) => piece,
});
