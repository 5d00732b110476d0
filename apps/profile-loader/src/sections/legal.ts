import { representantes_legales } from '../sources/representantes_legales/mapping.js';
import type { RepresentativesTable } from '../sources/representantes_legales/raw-answer.js';
import type { SectionDefinition } from './section-definition.js';

export const legal: SectionDefinition = {
  v2: ({ representantes_legales: raw }, document) => representantes_legales.piece((raw ?? null) as RepresentativesTable | null, document),
  fieldSources: [['', 'representantes_legales']],
};
