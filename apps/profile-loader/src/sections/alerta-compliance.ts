import type { AlertaComplianceSection } from '@vigia/contracts';
import { listas_compliance } from '../sources/listas_compliance/mapping.js';
import { defineSection } from './section-definition.js';

export const alerta_compliance = defineSection({
  sources: { listas_compliance: { mapping: listas_compliance } },
  v2: ({ listas_compliance: screened }): AlertaComplianceSection => screened,
  v1: ({ listas_compliance: screened }) => screened.nivel,
});
