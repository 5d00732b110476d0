import type { Section, SourceName } from '@vigia/contracts';
import { alerta_compliance } from './alerta-compliance.js';
import { alerta_tercero } from './alerta-tercero.js';
import { boletin } from './boletin.js';
import { comercio_exterior } from './comercio-exterior.js';
import { finanzas } from './finanzas.js';
import { identificacion } from './identificacion.js';
import { judicial } from './judicial.js';
import { laboral } from './laboral.js';
import { legal } from './legal.js';
import type { SectionDefinition } from './section-definition.js';

/** The score is made of other sections, not of sources. */
export type SourcedSection = Exclude<Section, 'alerta_servicio'>;

export const sectionDefinitions: Record<SourcedSection, SectionDefinition> = {
  identificacion,
  finanzas,
  legal,
  boletin,
  comercio_exterior,
  laboral,
  judicial,
  alerta_tercero,
  alerta_compliance,
};

export function isSourced(section: Section): section is SourcedSection {
  return section !== 'alerta_servicio';
}

/** Which source a field of a section comes from; null for what is computed. */
export function fieldSource(section: Section, field: string): SourceName | null {
  if (!isSourced(section)) return null;
  return sectionDefinitions[section].fieldSources.find(([start]) => field.startsWith(start))?.[1] ?? null;
}
