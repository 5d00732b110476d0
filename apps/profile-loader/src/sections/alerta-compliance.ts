import type { AlertaComplianceSection } from '@vigia/contracts';
import { listas_compliance } from '../sources/listas_compliance/mapping.js';
import type { Screening } from '../sources/listas_compliance/raw-answer.js';
import type { SectionDefinition } from './section-definition.js';

export const alerta_compliance: SectionDefinition = {
  v2: ({ listas_compliance: raw }, document): AlertaComplianceSection =>
    listas_compliance.piece((raw ?? null) as Screening | null, document),
  v1: ({ listas_compliance: raw }, document) => listas_compliance.piece((raw ?? null) as Screening | null, document).nivel,
  fieldSources: [['', 'listas_compliance']],
};
