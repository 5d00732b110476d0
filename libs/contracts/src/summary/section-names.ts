import { sections, type Section } from '../sources/catalogue.js';

const renamedSinceV1: Partial<Record<Section, string>> = {
  alerta_servicio: 'puntaje_riesgo_servicio',
  alerta_tercero: 'puntaje_riesgo_tercero',
};

export function v1Name(section: Section): string {
  return renamedSinceV1[section] ?? section;
}

/** What stands for a section as long as there is nothing to show: one text per section, in the order of the contract. */
export function emptyFragments(statusCode: 'SH20' | 'SH50'): { v1: string[]; v2: string[] } {
  return {
    v1: sections.map((section) => `${JSON.stringify(v1Name(section))}:null`),
    v2: sections.map((section) => `${JSON.stringify(section)}:{"statusCode":"${statusCode}","data":{}}`),
  };
}
