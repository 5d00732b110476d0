import { score_tercero } from '../sources/score_tercero/mapping.js';
import type { GradeHistory } from '../sources/score_tercero/raw-answer.js';
import type { SectionDefinition } from './section-definition.js';

export const alerta_tercero: SectionDefinition = {
  v2: ({ score_tercero: raw }, document) => score_tercero.piece((raw ?? null) as GradeHistory | null, document),
  fieldSources: [['', 'score_tercero']],
};
