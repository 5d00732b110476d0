import { Type, type Static } from 'typebox';
import { group } from './fields.js';

export const complianceLevels = ['Alerta Alta', 'Alerta Media', 'Alerta Baja'] as const;

const level = Type.Enum([...complianceLevels], { description: 'Alerta Baja: screened against the lists, and nothing found' });

/** The content of the section `alerta_compliance` in v2. */
export const alertaComplianceSection = group({ nivel: level });
export type AlertaComplianceSection = Static<typeof alertaComplianceSection>;

/** In v1 the section is the level alone. */
export const alertaComplianceSectionV1 = level;
export type AlertaComplianceSectionV1 = Static<typeof alertaComplianceSectionV1>;
