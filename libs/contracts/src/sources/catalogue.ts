import { docTypes, type DocType } from '../documents/document.js';

/** The sections of v1, whose bodies never change. */
export const sectionsV1 = [
  'identificacion',
  'finanzas',
  'legal',
  'boletin',
  'comercio_exterior',
  'laboral',
  'judicial',
  'alerta_servicio',
  'alerta_tercero',
  'alerta_compliance',
] as const;
/** A new section comes last, because a profile is stored as an array by place, and is for v2 alone. */
export const sections = [...sectionsV1] as const;
export type Section = (typeof sections)[number];

/** A contract, a profile or its history may name sections that this release does not have, as it may name sources. */
export function isSection(name: string): name is Section {
  return (sections as readonly string[]).includes(name);
}

interface SourceDefinition {
  section: Section;
  /** The kinds of document that the source knows; every kind unless given. */
  docTypes?: readonly DocType[];
  /** Sources that must be closed before this one is asked. */
  after?: readonly string[];
}

/** Every subhelper: one source, one queue, one task of a load. */
export const sourceCatalogue = {
  identificacion: { section: 'identificacion' },
  representantes_legales: { section: 'legal', docTypes: ['RUC'] },
  deuda_financiera: { section: 'finanzas' },
  codeudores_avales: { section: 'finanzas' },
  deuda_coactiva: { section: 'boletin' },
  deuda_vencida: { section: 'boletin' },
  protestos: { section: 'boletin' },
  importaciones: { section: 'comercio_exterior' },
  exportaciones: { section: 'comercio_exterior' },
  deuda_laboral: { section: 'laboral' },
  resoluciones_laborales: { section: 'laboral' },
  trabajadores: { section: 'laboral' },
  morosos_judiciales: { section: 'judicial' },
  edictos_judiciales: { section: 'judicial' },
  boletin_concursal: { section: 'judicial' },
  score_tercero: { section: 'alerta_tercero' },
  listas_compliance: { section: 'alerta_compliance', after: ['identificacion', 'representantes_legales'] },
} as const satisfies Record<string, SourceDefinition>;

export type SourceName = keyof typeof sourceCatalogue;
export const sourceNames = Object.keys(sourceCatalogue) as SourceName[];

/** Rows of loads may name sources that this release does not have: another release runs beside it, or ran before. */
export function isSourceName(name: string): name is SourceName {
  return (sourceNames as string[]).includes(name);
}

/** The sources whose answers affect the score. */
export const scoredSources = [
  'identificacion',
  'deuda_financiera',
  'morosos_judiciales',
  'edictos_judiciales',
  'boletin_concursal',
  'deuda_laboral',
  'resoluciones_laborales',
  'trabajadores',
  'deuda_coactiva',
  'deuda_vencida',
  'protestos',
] as const satisfies readonly SourceName[];

export function sourcesOf(section: Section): SourceName[] {
  return sourceNames.filter((name) => sourceCatalogue[name].section === section);
}

/** The sources that are asked about a kind of document. */
export function sourcesFor(docType: DocType): SourceName[] {
  return sourceNames.filter((name) => {
    const { docTypes }: SourceDefinition = sourceCatalogue[name];
    return !docTypes || docTypes.includes(docType);
  });
}

/** The sources of a section that are asked about a kind of document. */
export function sourcesIn(section: Section, docType: DocType): SourceName[] {
  const asked = sourcesFor(docType);
  return sourcesOf(section).filter((source) => asked.includes(source));
}

/** Whether the section can have anything for a kind of document. The score applies to every kind. */
export function appliesTo(section: Section, docType: DocType): boolean {
  return sourcesOf(section).length === 0 || sourcesIn(section, docType).length > 0;
}

/**
 * The sections that apply to some kind of document. A new one does not in its first release, which asks its sources about nothing: until the
 * next release, nothing is written of it and no contract names it.
 */
export function sectionsInUse(): Section[] {
  return sections.filter((section) => docTypes.some((docType) => appliesTo(section, docType)));
}

export function prerequisitesOf(source: SourceName): readonly SourceName[] {
  const definition: SourceDefinition | undefined = isSourceName(source) ? sourceCatalogue[source] : undefined;
  return (definition?.after ?? []) as SourceName[];
}
