import { identificacion as source } from '../sources/identificacion/mapping.js';
import type { RegistryAnswer } from '../sources/identificacion/raw-answer.js';
import type { SectionDefinition } from './section-definition.js';

export const identificacion: SectionDefinition = {
  v2: ({ identificacion: raw }, document) => source.piece((raw ?? null) as RegistryAnswer | null, document),
  fieldSources: [['', 'identificacion']],
};
