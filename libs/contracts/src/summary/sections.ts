import type { DocType } from '../documents/document.js';
import { appliesTo, type Section, sections, sectionsV1 } from '../sources/catalogue.js';

export const codesWithData = ['SH10', 'SH11'] as const;
export const codesWithoutData = ['SH20', 'SH30', 'SH40', 'SH50', 'SH51'] as const;
export const sectionCodes = [...codesWithData, ...codesWithoutData] as const;

/** In a portfolio the code is null for a query that has ended. */
export function hasContent(code: string | null): boolean {
  return (codesWithData as readonly (string | null)[]).includes(code);
}

const renamedSinceV1: Partial<Record<Section, string>> = {
  alerta_servicio: 'puntaje_riesgo_servicio',
  alerta_tercero: 'puntaje_riesgo_tercero',
};

export function v1Name(section: Section): string {
  return renamedSinceV1[section] ?? section;
}

/** The sections that a version of the API shows, in the order of the contract. Those of v1 are the first ones of v2. */
export const sectionsShown: Record<'v1' | 'v2', readonly Section[]> = { v1: sectionsV1, v2: sections };

/** The text of a section in a body of v1; null: it has no content. */
export function fragmentV1(section: Section, content: unknown): string {
  return `${JSON.stringify(v1Name(section))}:${JSON.stringify(content)}`;
}

export function fragmentV2(section: Section, statusCode: string, data: object): string {
  return `${JSON.stringify(section)}:${JSON.stringify({ statusCode, data })}`;
}

/** The text of a section that has nothing to show yet: one text per section, in the order of the contract. */
export function emptyFragments(statusCode: 'SH20' | 'SH50' | 'SH51'): { v1: string[]; v2: string[] } {
  return fragmentsOf(() => statusCode);
}

/** Before any source has answered: nothing is awaited of a section that does not apply to the kind of document. */
export function awaitedFragments(docType: DocType): { v1: string[]; v2: string[] } {
  return fragmentsOf((section) => (appliesTo(section, docType) ? 'SH20' : 'SH40'));
}

function fragmentsOf(codeOf: (section: Section) => (typeof codesWithoutData)[number]): { v1: string[]; v2: string[] } {
  return {
    v1: sectionsV1.map((section) => fragmentV1(section, null)),
    v2: sections.map((section) => fragmentV2(section, codeOf(section), {})),
  };
}
