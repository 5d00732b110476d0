import { type TSchema, Type } from 'typebox';
import { type Section, sections } from '../sources/catalogue.js';

/** The kinds of field that the sections of a summary are made of. Null always means that nothing is registered. */
export const nullable = <T extends TSchema>(schema: T, options: { description?: string; deprecated?: boolean } = {}) =>
  Type.Union([schema, Type.Null()], options);

/**
 * A closed object: the sections are documented completely, and an extra field is as wrong as a missing one. The API reference lists it
 * under its title.
 */
export const group = <P extends Parameters<typeof Type.Object>[0]>(title: string, properties: P, options: { description?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, title, ...options });

export const text = (description: string) => Type.String({ description });
export const day = (description: string) => Type.String({ description, format: 'date' });
/** YYYY-MM */
export const month = (description: string) => Type.String({ description, pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' });
/** MM/YYYY */
export const monthSlashYear = (description: string) => Type.String({ description, pattern: '^(0[1-9]|1[0-2])/[0-9]{4}$' });
export const amount = (description: string) => Type.Number({ description });
export const count = (description: string) => Type.Integer({ description });

const renamedSinceV1: Partial<Record<Section, string>> = {
  alerta_servicio: 'puntaje_riesgo_servicio',
  alerta_tercero: 'puntaje_riesgo_tercero',
};

export function v1Name(section: Section): string {
  return renamedSinceV1[section] ?? section;
}

/** The text of a section that has nothing to show yet: one text per section, in the order of the contract. */
export function emptyFragments(statusCode: 'SH20' | 'SH50' | 'SH51'): { v1: string[]; v2: string[] } {
  return {
    v1: sections.map((section) => `${JSON.stringify(v1Name(section))}:null`),
    v2: sections.map((section) => `${JSON.stringify(section)}:{"statusCode":"${statusCode}","data":{}}`),
  };
}
