import { identificacion as source } from '../sources/identificacion/mapping.js';
import { defineSection } from './section-definition.js';

export const identificacion = defineSection({
  sources: { identificacion: { mapping: source } },
  v2: ({ identificacion: piece }) => piece,
});
