import { sourceCatalogue, type AlertaComplianceSection, type Section, type SourceName } from '@vigia/contracts';
import { identificacion } from '../sources/identificacion/identificacion.js';
import { listas_compliance, screeningGrounds } from '../sources/listas_compliance/listas_compliance.js';
import { representantes_legales } from '../sources/representantes_legales/representantes_legales.js';
import { score_tercero } from '../sources/score_tercero/score_tercero.js';
import type { SourceMapping } from '../sources/source-mapping.js';
import { boletin } from './boletin.js';
import { comercio_exterior } from './comercio-exterior.js';
import { finanzas } from './finanzas.js';
import { judicial } from './judicial.js';
import { laboral } from './laboral.js';
import { defineSection, type SectionDefinition } from './section-definition.js';

/** The score is derived from other sections, not from sources. */
export type SourcedSection = Exclude<Section, 'alerta_servicio'>;

type SourceIn<S extends Section> = { [N in SourceName]: S extends (typeof sourceCatalogue)[N]['section'] ? N : never }[SourceName];

/** A section that omits one of its sources in the catalogue does not compile. */
export const sectionDefinitions: { [S in SourcedSection]: SectionDefinition<SourceIn<S>> } = {
  identificacion: defineSection({
    sources: { identificacion: { mapping: identificacion } },
    v2: ({ identificacion: piece }) => piece,
  }),
  finanzas,
  legal: defineSection({
    sources: { representantes_legales: { mapping: representantes_legales } },
    v2: ({ representantes_legales: piece }) => piece,
  }),
  boletin,
  comercio_exterior,
  laboral,
  judicial,
  alerta_tercero: defineSection({
    sources: { score_tercero: { mapping: score_tercero } },
    v2: ({ score_tercero: piece }) => piece,
  }),
  alerta_compliance: defineSection({
    sources: { listas_compliance: { mapping: listas_compliance } },
    v2: ({ listas_compliance: screened }): AlertaComplianceSection => screened,
    v1: ({ listas_compliance: screened }) => screened.nivel,
    grounds: ({ listas_compliance: answer }) => screeningGrounds(answer ?? null),
  }),
};

export function isSourced(section: Section): section is SourcedSection {
  return section !== 'alerta_servicio';
}

export function mappingOf(source: SourceName): SourceMapping {
  const { mappings }: { mappings: { [S in SourceName]?: SourceMapping } } = sectionDefinitions[sourceCatalogue[source].section];
  return mappings[source]!;
}

/** Which source a field of a section comes from; null for a computed field. */
export function fieldSource(section: Section, field: string): SourceName | null {
  if (!isSourced(section)) return null;
  return sectionDefinitions[section].fieldSources.find(([start]) => field.startsWith(start))?.[1] ?? null;
}
